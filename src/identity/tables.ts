import type { ColumnType, Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'
import type { BuyingRole } from '#shared/buying-role.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    user_account: UserAccountTable
    account: AccountView
    session: SessionTable
    known_device: KnownDeviceTable
    one_time_code: OneTimeCodeTable
    password_key: PasswordKeyTable
    email_proof: EmailProofTable
    passkey: PasskeyTable
    authenticator_app: AuthenticatorAppTable
    recovery_code: RecoveryCodeTable
    passkey_challenge: PasskeyChallengeTable
    sign_in_step: SignInStepTable
    business_sign_on: BusinessSignOnTable
    business_sign_on_domain: BusinessSignOnDomainTable
    company_identity: CompanyIdentityTable
    sign_on_attempt: SignOnAttemptTable
  }
}

interface UserAccountTable {
  id: string
  business_id: string | null
  email: string
  password_hash: string | null
  name: string
  last_name: Generated<string>
  phone: Generated<string>
  is_admin: Generated<boolean>
  is_sales_rep: Generated<boolean>
  is_active: Generated<boolean>
  buying_role: Generated<BuyingRole>
  deactivated_by: string | null
  terms_agreed_at: Moment | null
  email_proven_at: Moment | null
  is_existing_customer: Generated<boolean>
  customer_id: Generated<string>
  is_demo: Generated<boolean>
  version: Generated<number>
  created_at: Stamp
  deleted_at: Moment | null
}

/** A view: users with what is shown of their business. */
interface AccountView extends Omit<UserAccountTable, 'is_demo' | 'buying_role' | 'deactivated_by'> {
  /** Null for staff without a business. */
  business_status: 'requested' | 'active' | 'closed' | null
  company_name: string
  account_number: string
  gln_number: string
  gs1_number: string
  license: string
  license_type: string
  license_name: string
  license_address: string
  license_expiry_date: string | null
  shipto_name: string
  shipto_address1: string
  shipto_city: string
  shipto_state: string
  shipto_zip: string
  shipto_country: string
  billto_name: string
  billto_address1: string
  billto_city: string
  billto_state: string
  billto_zip: string
  billto_country: string
}

interface SessionTable {
  token_hash: Buffer
  user_id: string
  created_at: Stamp
  confirmed_at: Stamp
  last_seen_at: Stamp
  expires_at: Moment
  ip: Generated<string>
  user_agent: Generated<string>
}

interface KnownDeviceTable {
  user_id: string
  token_hash: Buffer
  created_at: Stamp
  last_used_at: Stamp
}

interface OneTimeCodeTable {
  user_id: string
  for_user_id: string
  code_hmac: Buffer
  created_at: Stamp
  expires_at: Moment
  tries_left: number
}

interface PasswordKeyTable {
  user_id: string
  purpose: 'reset' | 'invitation'
  key_hash: Buffer
  created_at: Stamp
  expires_at: Moment
}

interface EmailProofTable {
  id: string
  user_id: string
  email: string
  former_email: string | null
  key_hash: Buffer
  undo_hash: Buffer | null
  created_at: Stamp
  expires_at: Moment
  proven_at: Moment | null
}

interface PasskeyTable {
  id: string
  user_id: string
  /** In base64url, as the device calls it. */
  credential_id: string
  public_key: Buffer
  /** Read as text, because it is a bigint. */
  sign_count: ColumnType<string, number | undefined, number>
  transports: Generated<string[]>
  name: string
  created_at: Stamp
  needs_password: Generated<boolean>
  last_used_at: Moment | null
}

interface AuthenticatorAppTable {
  user_id: string
  secret: Buffer | null
  pending_secret: Buffer | null
  last_step: Generated<number>
  created_at: Stamp
  last_used_at: Moment | null
}

interface RecoveryCodeTable {
  user_id: string
  code_hmac: Buffer
}

interface PasskeyChallengeTable {
  challenge: string
  purpose: 'sign-in' | 'second-factor' | 'registration' | 'confirmation' | 'order'
  /** Null for a sign-in by passkey alone, which nobody has begun yet. */
  bound_to: Buffer | null
  expires_at: Moment
}

interface SignInStepTable {
  key_hash: Buffer
  user_id: string
  tries_left: number
  expires_at: Moment
}

interface BusinessSignOnTable {
  business_id: string
  issuer: string
  client_id: string
  client_secret: Buffer
  are_passwords_off: Generated<boolean>
  created_at: Stamp
}

interface BusinessSignOnDomainTable {
  domain: string
  business_id: string
}

interface CompanyIdentityTable {
  issuer: string
  subject: string
  user_id: string
  created_at: Stamp
  last_used_at: Stamp
}

interface SignOnAttemptTable {
  state_hash: Buffer
  browser_hash: Buffer
  /** Null for the staff's. */
  business_id: string | null
  nonce: string
  verifier: string
  expires_at: Moment
}
