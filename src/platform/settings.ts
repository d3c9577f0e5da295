import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { brandSettings } from './brand-settings.ts'
import { signKeyShape } from './db/sign-backup.ts'
import { pictureSettings } from './picture-settings.ts'
import {
  setting,
  textSetting,
  matching,
  number,
  wholeNumber,
  choice,
  flag,
  url,
  secureUrl,
  rootUrl,
  address,
  sender,
  issuer,
  isTimeZone,
  erpName,
} from './shape-settings.ts'
import { watchSettings } from './watch-settings.ts'

/** All settings. docs/deployment.md has the same table; a test compares them. */
export const settings = {
  PORT: setting('3000', number(0, 65_535), 'Port the portal listens on; 0 takes a free one.'),
  HOST: setting(
    '127.0.0.1',
    textSetting,
    'Address the portal listens on; 0.0.0.0 behind a reverse proxy in a container.',
  ),
  PUBLIC_URL: setting(
    '',
    rootUrl,
    'Public address of the portal, without a path, for links in emails; the listening address when empty.',
  ),
  TRUST_PROXY: setting('0', number(0, 10), 'Number of reverse proxies in front whose forwarded address is trusted.'),
  ...watchSettings,
  DATA_DIR: setting(
    './data',
    textSetting.check(z.overwrite((value) => resolve(value))),
    'Folder of the embedded database and the demo.',
  ),
  DATABASE_URL: setting(
    '',
    z.pipe(
      z.pipe(
        textSetting,
        z.transform((value) => (value === 'embedded' ? '' : value)),
      ),
      url('postgres:', 'postgresql:'),
    ),
    'PostgreSQL to use; embedded for the bundled one, which a checkout also uses when empty.',
  ),
  MIGRATION_DATABASE_URL: setting(
    '',
    url('postgres:', 'postgresql:'),
    'The same PostgreSQL as the owner of the tables, for migrations and restores; uses the role of DATABASE_URL when empty.',
  ),
  DATABASE_POOL: setting(
    '10',
    wholeNumber(2, 200),
    'Maximum PostgreSQL connections per process; all processes together must fit its max_connections.',
  ),
  REFUSE_OWNER: setting(
    '0',
    flag,
    '1 refuses to start with a role in DATABASE_URL that could rewrite the audit trail; 0 warns.',
  ),
  TRAIL_KEY: setting(
    '',
    matching(
      /^([^\s,]{32,}(,|$))*$/,
      'a key of at least 32 characters (several with commas between, the newest first)',
    ),
    'Key that seals the audit trail. When empty: created in DATA_DIR/trail.key for the embedded database, not sealed with a DATABASE_URL.',
  ),
  BACKUP_KEY: setting(
    '',
    matching(/^(age1[0-9a-z]{50,}|AGE-SECRET-KEY-[0-9A-Z-]{50,})?$/, 'a key of age (age1… or AGE-SECRET-KEY-1…)'),
    'Key that encrypts backups (age1…), or also decrypts them (AGE-SECRET-KEY-1…); not encrypted when empty.',
  ),
  BACKUP_SIGN_KEY: setting(
    '',
    matching(signKeyShape, 'a key of make-backup-key (apotheca-sign-… or apotheca-check-…)'),
    'Key that signs backups (apotheca-sign-…), or verifies them at restore (apotheca-check-…); a restore with a key refuses backups that it did not sign.',
  ),
  BACKUP_TO: setting(
    '',
    textSetting,
    'Folder, or s3://KEY:SECRET@bucket/prefix?region=&endpoint=, for the daily backup (7 daily, 5 weekly, 12 monthly kept); none when empty, with a warning; elsewhere if another tool makes backups.',
  ),
  TRAIL_HEAD_TO: setting('', address, 'Address that receives the last hash of the audit trail by email once a day.'),
  DEMO: setting(
    '',
    matching(/^[01]?$/, '0 or 1'),
    'Demo products, accounts and ERP simulator; 1 without DATABASE_URL, else 0. Must be set explicitly when other machines can reach the portal.',
  ),
  SMTP_URL: setting(
    '',
    url('smtp:', 'smtps:'),
    'Mail server, e.g. smtps://user:password@mail.example; when empty, demo emails stay in /dev/mailbox.',
  ),
  MAIL_FROM: setting(
    'orders@apotheca.example',
    sender,
    'Sender of all emails; BRAND_NAME is added if it has no name. Must be your own address outside the demo.',
  ),
  ERP_URL: setting('', secureUrl, 'Address of the SAP Business ByDesign tenant; orders wait when empty.'),
  ERP_USER: setting('', textSetting, 'User for the ERP’s services.'),
  ERP_PASSWORD: setting('', textSetting, 'Password of ERP_USER.'),
  ERP_ORDER_SERVICE: setting('khsalesorder', textSetting, 'OData service of sales orders.'),
  ERP_REFERENCE_FIELD: setting(
    'ExternalReference',
    textSetting,
    'Field of the sales order that carries the portal’s reference.',
  ),
  ERP_REFERENCE_PREFIX: setting(
    'AP',
    matching(/^[A-Z][A-Z0-9]{1,7}$/, 'two to eight capital letters and digits'),
    'Prefix of the portal’s references; one per portal of a tenant.',
  ),
  ERP_FIELD_PURCHASE_ORDER: setting(
    'PurchaseOrder_KUT',
    textSetting,
    'Field for the customer’s purchase order number.',
  ),
  ERP_FIELD_SHIP_VIA: setting('ShipVia_KUT', textSetting, 'Field for the shipping method.'),
  ERP_TEXT_TYPE: setting('', textSetting, 'Text type for the order’s comment; comments stay in the portal when empty.'),
  ERP_SALES_UNIT: setting('', textSetting, 'Sales unit written on orders; left to the ERP when empty.'),
  ERP_SETTLE_SECONDS: setting('600', number(1, 86_400), 'Seconds to wait after an unanswered create before retrying.'),
  ERP_INVOICE_SERVICE: setting(
    'portalinvoice',
    erpName,
    'OData service of customer invoices; invoices are not read when empty.',
  ),
  ERP_CUSTOMER_SERVICE: setting('khcustomer', erpName, 'OData service of accounts; addresses are not read when empty.'),
  ERP_OPEN_ITEMS: setting(
    'fin_receivablesar_analytics.svc/RPFINDUEU04_Q0007QueryResults',
    matching(/^(\w+\.svc\/\w+)?$/, 'a report such as name.svc/ReportQueryResults'),
    'Report of open items; payments are not known when empty.',
  ),
  ERP_FIELD_TRACKING: setting('TrackingNumber_KUT', erpName, 'Field for parcel numbers, on orders and invoices.'),
  ERP_FIELD_FEDEX_ACCOUNT: setting('FedExAccount_KUT', erpName, 'Field of the invoice for the FedEx account.'),
  ERP_FIELD_SHIPPING_CHARGE: setting(
    'ShippingChargeAmountcontent_KUT',
    erpName,
    'Field of the invoice for the shipping charge.',
  ),
  ERP_CREDIT_MEMOS: setting(
    'CCM',
    matching(/^(\w{1,10}(,\w{1,10})*)?$/, 'codes such as CCM, separated by commas'),
    'ProcessingTypeCode of the customer invoices that are credit memos; none when empty.',
  ),
  ERP_FIELD_CREDIT_LIMIT: setting('', erpName, 'Field of the account for its credit limit; not read when empty.'),
  ERP_FIELD_CREDIT_LEFT: setting('', erpName, 'Field of the account for the available credit; not shown when empty.'),
  ERP_FIELD_CREDIT_CURRENCY: setting(
    '',
    erpName,
    'Field of the account for the currency of both; US dollars when empty.',
  ),
  ERP_FIELD_PAID: setting('', erpName, 'Field of the sales order for the day it was paid; not shown when empty.'),
  ERP_PRICES: setting(
    'erp',
    choice('erp', 'portal'),
    'Which prices apply: erp compares and reports differences, portal writes its own prices into the order.',
  ),
  ERP_RELEASE: setting(
    '0',
    flag,
    '1 releases orders in the ERP as soon as they are linked; 0 leaves that to your staff.',
  ),
  STRIPE_SECRET_KEY: setting('', textSetting, 'Stripe secret key; card payment is off when empty.'),
  STRIPE_PUBLISHABLE_KEY: setting('', textSetting, 'Stripe publishable key.'),
  STRIPE_WEBHOOK_SECRET: setting('', textSetting, 'Secret that signs Stripe’s webhooks.'),
  STRIPE_API_BASE: setting('', secureUrl, 'Stripe’s API; the real one when empty.'),
  PAYPAL_CLIENT_ID: setting('', textSetting, 'PayPal client id; PayPal is off when empty.'),
  PAYPAL_CLIENT_SECRET: setting('', textSetting, 'PayPal client secret.'),
  PAYPAL_API_BASE: setting('', secureUrl, 'PayPal’s API; the real one when empty.'),
  PAYPAL_MERCHANT_ID: setting('', textSetting, 'PayPal merchant id, when the client id serves several merchants.'),
  PAYPAL_WEBHOOK_ID: setting('', textSetting, 'ID of the webhook at PayPal; webhook messages are refused when empty.'),
  PAY_INVOICES_ONLINE: setting('0', flag, '1 allows paying invoice orders online; 1 in the demo.'),
  UPLOADS: setting(
    '',
    textSetting,
    'Folder for uploaded pictures, or s3://KEY:SECRET@bucket/prefix?region=&endpoint=; DATA_DIR/uploads when empty.',
  ),
  ...pictureSettings,
  ...brandSettings,
  SECOND_FACTOR: setting(
    '',
    choice('', 'staff', 'optional'),
    'Who must use a passkey or an authenticator app besides the password: staff (admins and sales reps), or optional for no one. When empty: staff, but optional in the demo.',
  ),
  OIDC_ISSUER: setting(
    '',
    issuer,
    'Issuer of the OpenID Connect provider that staff can also sign in with; off when empty.',
  ),
  OIDC_CLIENT_ID: setting('', textSetting, 'Client ID of the portal at that provider.'),
  OIDC_CLIENT_SECRET: setting('', textSetting, 'Client secret of the portal at that provider.'),
  OIDC_NAME: setting('your company account', textSetting, 'Text after “Sign in with” on its button.'),
  OIDC_DOMAINS: setting(
    '',
    textSetting,
    'Email domains accepted from that provider, separated by spaces; any when empty.',
  ),
  ORDER_PASSKEY: setting('0', flag, '1 allows a passkey to confirm an order instead of the emailed code.'),
  SECRET_KEY: setting(
    '',
    matching(/^(.{32,})?$/, 'at least 32 characters'),
    'Random text of at least 32 characters that encrypts authenticator keys and company sign-on secrets; when empty, a key stored in the database.',
  ),
  ADMIN_SESSION_HOURS: setting('12', wholeNumber(1, 168), 'Maximum session length of an admin; a week for others.'),
  ADMIN_IDLE_MINUTES: setting(
    '60',
    wholeNumber(10, 720),
    'Minutes of inactivity until an admin is signed out; 12 hours for others.',
  ),
  PRICES: setting('public', choice('public', 'signed-in'), 'Who sees prices: public or signed-in.'),
  HIDE_UNKNOWN_EMAIL: setting('0', flag, '1 answers password resets the same way for unknown addresses.'),
  BUSINESS_TIME_ZONE: setting(
    'America/New_York',
    textSetting.check(z.refine(isTimeZone, 'a time zone such as America/New_York')),
    'Time zone for the days of orders, due dates, licenses, cut-offs, reports and files.',
  ),
  RATE_LIMITS: setting(
    '1',
    number(0, 1_000_000),
    'Multiplies all limits; 0 switches them off for load tests on loopback.',
  ),
  RETENTION_DAYS: setting('30', wholeNumber(1, 3_650), 'Days to keep undelivered emails and failed jobs.'),
  ALLOW_PLAINTEXT: setting(
    '0',
    flag,
    '1 allows SMTP_URL, DATABASE_URL, UPLOADS, BACKUP_TO and OTEL_EXPORTER_OTLP_ENDPOINT to reach other machines without TLS, in a private network.',
  ),
  LOG_LEVEL: setting(
    '',
    choice('', 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Log level on standard error; when empty, warn in the demo and info elsewhere.',
  ),
}
