import { sql } from 'kysely'

/** A schedule of none that nobody confirmed is doubtful if another product of the drug has one. */
export const isScheduleKnown = sql<boolean>`(product.dea_schedule <> '' or product.schedule_confirmed_by is not null
  or (product.schedule_source <> '' and not exists (
    select from product sibling
    where lower(sibling.generic_name) = lower(product.generic_name) and sibling.generic_name <> ''
      and sibling.deleted_at is null and sibling.is_published and sibling.dea_schedule <> '')))`

/** A drug whose schedule is not known. Supplies without an NDC have none. */
export const isScheduleUnknown = sql<boolean>`((product.ndc_key <> '' or product.dispensing = 'Rx') and not ${isScheduleKnown})`
