import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#platform/db/conditions.ts'

/** Years that federal law asks for; a State or a contract may ask for more (RECORD_YEARS). */
const laws = {
  'FD&C Act 582 (DSCSA)': 6,
  'FD&C Act 582(c)(4) (suspect product)': 6,
  '21 CFR 1304.04 (DEA)': 2,
  '21 CFR 1310.04 (List I)': 2,
  'State law': 0,
  'House rule': 0,
} as const

export interface KeptKind {
  name: string
  law: keyof typeof laws
  /** The event that starts the period. */
  since: string
  /** Every table of the kind; a trigger of each refuses deletions. Tables that refer to others come first. */
  tables: readonly string[]
  /** The indexed moment of a record in the last of these tables; null while its period has not started. */
  moment: string
  /** A column in the order of time, if `moment` has no index. */
  order?: string
  /** Omitted for records that are never deleted. */
  purge?: {
    /** A later start than `moment`, as SQL on the last table. */
    startsAt?: RawBuilder<Date>
    /** True while a legal hold or another record needs it. */
    isKept: Condition
    /** For every other table: the condition for the rows of these records. */
    rowsOf: Readonly<Record<string, (ids: readonly string[]) => Condition>>
  }
}

const shipmentsOf = (ids: readonly string[]) =>
  sql`(select id from trace_shipment where document_id = any(${ids}::uuid[]))`

/** GTINs of drugs contain ten digits of the NDC, which lack a zero of product.ndc_key at one of three places. */
const isGtinOf = sql<boolean>`(package.gtin = lpad(nullif(product.gtin, ''), 14, '0') or (
  substr(package.gtin, 2, 2) = '03' and product.ndc_key in (
    '0' || substr(package.gtin, 4, 10),
    substr(package.gtin, 4, 5) || '0' || substr(package.gtin, 9, 5),
    substr(package.gtin, 4, 9) || '0' || substr(package.gtin, 13, 1))))`

const isDocumentOnHold = sql<boolean>`exists (
  select from trace_shipment shipment, legal_hold hold
  left join product on product.id = hold.product_id
  where shipment.document_id = trace_document.id and hold.released_at is null and (
    hold.business_id = shipment.business_id
    or exists (select from trace_package package where package.shipment_id = shipment.id
      and (package.lot <> '' and lot_key(package.lot) = lot_key(hold.lot) or ${isGtinOf}))))`

/** All records with a retention period. A new table of records is listed here and guarded by a trigger. */
export const keptKinds: readonly KeptKind[] = [
  {
    name: 'Orders and holds',
    law: 'FD&C Act 582 (DSCSA)',
    since: 'Order date',
    tables: [
      'order_hold',
      'order_event',
      'substitute_answer',
      'order_change_line',
      'order_change',
      'order_line',
      'sales_order',
    ],
    moment: 'created_at',
  },
  {
    name: 'Stock movements',
    law: '21 CFR 1304.04 (DEA)',
    since: 'Movement',
    tables: ['stock_movement'],
    moment: 'created_at',
    order: 'id',
  },
  {
    name: 'Invoices',
    law: '21 CFR 1304.04 (DEA)',
    since: 'Invoice date',
    tables: ['invoice_line', 'invoice'],
    moment: 'erp_created_at',
  },
  {
    name: 'Removed licenses',
    law: 'State law',
    since: 'Removal',
    tables: ['license_notice', 'license_check', 'license_file', 'license'],
    moment: 'removed_at',
    purge: {
      isKept: sql<boolean>`exists (select from legal_hold hold
        where hold.business_id = license.business_id and hold.released_at is null)`,
      rowsOf: {
        license_notice: (ids) => sql<boolean>`license_id = any(${ids}::uuid[])`,
        license_check: (ids) => sql<boolean>`license_id = any(${ids}::uuid[])`,
        license_file: (ids) => sql<boolean>`license_id = any(${ids}::uuid[])`,
      },
    },
  },
  {
    name: 'Transaction data (EPCIS)',
    law: 'FD&C Act 582 (DSCSA)',
    since: 'Latest shipment or receipt',
    tables: ['trace_package', 'trace_reference', 'trace_push', 'trace_shipment', 'trace_document'],
    moment: 'received_at',
    purge: {
      startsAt: sql<Date>`greatest(received_at, document_date,
        (select max(shipped_at) from trace_shipment where document_id = trace_document.id))`,
      isKept: sql<boolean>`(${isDocumentOnHold} or exists (
        select from trace_shipment where withdrawn_by = trace_document.id and document_id <> trace_document.id))`,
      rowsOf: {
        trace_package: (ids) => sql<boolean>`shipment_id in ${shipmentsOf(ids)}`,
        trace_reference: (ids) => sql<boolean>`shipment_id in ${shipmentsOf(ids)}`,
        trace_push: (ids) => sql<boolean>`shipment_id in ${shipmentsOf(ids)}`,
        trace_shipment: (ids) => sql<boolean>`document_id = any(${ids}::uuid[])`,
      },
    },
  },
  {
    name: 'Board extracts',
    law: 'State law',
    since: 'Upload',
    tables: ['license_extract'],
    moment: 'uploaded_at',
  },
  {
    name: 'Order reviews',
    law: '21 CFR 1304.04 (DEA)',
    since: 'Start',
    tables: ['review_flag', 'review_entry', 'order_review'],
    moment: 'opened_at',
  },
  {
    name: 'Buyer statistics',
    law: '21 CFR 1304.04 (DEA)',
    since: 'Review',
    tables: ['statistics_review'],
    moment: 'reviewed_at',
  },
  {
    name: 'Official requests',
    law: 'FD&C Act 582 (DSCSA)',
    since: 'Arrival',
    tables: ['trace_request'],
    moment: 'arrived_at',
  },
  {
    name: 'Suspect product',
    law: 'FD&C Act 582(c)(4) (suspect product)',
    since: 'Conclusion',
    tables: ['suspect_note', 'suspect_file', 'suspect_case'],
    moment: 'concluded_at',
  },
  {
    name: 'Recalls',
    law: 'House rule',
    since: 'Creation',
    tables: ['recall_call', 'recall_reply', 'notice_recipient', 'recall'],
    moment: 'created_at',
  },
  {
    name: 'Losses',
    law: '21 CFR 1304.04 (DEA)',
    since: 'Report',
    tables: ['loss_report'],
    moment: 'reported_at',
  },
  {
    name: 'Returns',
    law: '21 CFR 1304.04 (DEA)',
    since: 'Request',
    tables: ['return_line', 'return_request'],
    moment: 'requested_at',
  },
  { name: 'Legal holds', law: 'House rule', since: 'Start', tables: ['legal_hold'], moment: 'set_at' },
  { name: 'Audit trail', law: 'House rule', since: 'Entry', tables: ['audit_link', 'audit_entry'], moment: 'at' },
]

/** The longest of the periods that may apply. */
export const yearsOf = ({ law }: KeptKind, recordYears: number): number => Math.max(laws[law], recordYears)

/** The table whose rows are the records; the others of the kind are parts of them. */
export const tableOf = ({ tables }: KeptKind): string => tables.at(-1) ?? ''
