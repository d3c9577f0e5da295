import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { type CsvColumns, csvOfRows } from '#platform/http/csv.ts'
import type { Recipient } from './find-recipients.ts'

interface AddressRow {
  name: string
  account: string
  place: string
  street: string
  city: string
  state: string
  zip: string
  country: string
  email: string
  phone: string
  basis: string
  pieces: number
}

const columns: CsvColumns<AddressRow> = {
  Customer: ({ name }) => name,
  'Account number': ({ account }) => account,
  'Address name': ({ place }) => place,
  Street: ({ street }) => street,
  City: ({ city }) => city,
  State: ({ state }) => state,
  ZIP: ({ zip }) => zip,
  Country: ({ country }) => country,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Basis: ({ basis }) => (basis === 'lot' ? 'Lot on record' : 'Purchase, lot not on record'),
  Pieces: ({ pieces }) => pieces,
}

/**
 * A mail merge file: a row for every address that a recipient has or had, its ship-to addresses included. Accounts
 * without a business have the addresses of their orders; without any the row has none, so that nobody is forgotten.
 */
export const addressFile = async (db: Db, name: string, recipients: readonly Recipient[]): Promise<ServedFile> =>
  csvOfRows(name, columns, await addressesOf(db, recipients))

const addressesOf = async (db: Db, recipients: readonly Recipient[]): Promise<AddressRow[]> => {
  const { rows } = await sql<AddressRow>`
    with recipient as materialized (
      select "businessId" as business_id, account, name, basis,
        (select coalesce(sum((purchase->>'pieces')::int), 0)::float8 from jsonb_array_elements(purchases) purchase) as pieces
      from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
        as one ("businessId" uuid, account text, name text, basis text, purchases jsonb)
    ), address as (
      select business_id, account, shipto_name as place, shipto_address1 as street, shipto_city as city,
        shipto_state as state, shipto_zip as zip, shipto_country as country
      from recipient join business on business.id = business_id
      union
      select ship_to.business_id, account, ship_to.name, address1, city, state, zip, country
      from recipient join ship_to on ship_to.business_id = recipient.business_id
      union
      select business_id, account, ship_full_name, ship_address, ship_city, ship_region, ship_postal_code, ship_country
      from recipient, lateral (
        select distinct ship_full_name, ship_address, ship_city, ship_region, ship_postal_code, ship_country
        from sales_order where recipient.business_id is null and bill_to_party_id = account
          and sales_order.business_id is null
      ) ordered
    )
    select recipient.name, coalesce(nullif(business.account_number, ''), recipient.account) as account,
      coalesce(place, '') as place, coalesce(street, '') as street, coalesce(city, '') as city,
      coalesce(state, '') as state, coalesce(zip, '') as zip, coalesce(country, '') as country,
      coalesce(person.email, '') as email, coalesce(person.phone, '') as phone, basis, pieces
    from recipient
      left join address on address.business_id is not distinct from recipient.business_id
        and address.account = recipient.account
      left join business on business.id = recipient.business_id
      left join lateral (
        select email, phone from user_account where user_account.business_id = recipient.business_id
        order by (deleted_at is null and is_active) desc, phone <> '' desc, id limit 1
      ) person on true
    order by recipient.name, account, place, street`.execute(db)
  return rows
}
