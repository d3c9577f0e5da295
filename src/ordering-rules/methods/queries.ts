import { sql } from 'kysely'
import type { MemberBusiness } from '#pricing/group-shapes.ts'
import { maxAudienceMembers } from '#pricing/list-shapes.ts'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import type { Db } from '#platform/db/tables.ts'
import type { MethodRow } from './contract.ts'
import { type MethodKind, paymentMethods } from './method-shapes.ts'

interface Found extends Pick<MethodRow, 'kind' | 'rule' | 'groups' | 'businesses' | '__v'> {
  method: string
}

/** All methods, each with its rule. */
export const listRules = async (db: Db): Promise<MethodRow[]> => {
  const { rows } = await sql<Found>`
    select kind, method, rule, version as "__v",
      coalesce((
        select json_agg(json_build_object('_id', business_group.id, 'kind', business_group.kind, 'name', name) order by lower(name))
        from order_method_audience member join business_group on business_group.id = member.group_id
        where member.kind = order_method.kind and member.method = order_method.method), '[]') as groups,
      coalesce((
        select json_agg(held order by held."companyName")
        from (
          select user_id as "_id", coalesce(nullif(company_name, ''), email) as "companyName", account_number as "accountID"
          from order_method_audience member join named_customer on named_customer.business_id = member.business_id
          where member.kind = order_method.kind and member.method = order_method.method
          limit ${sql.lit(maxAudienceMembers)}) held), '[]') as businesses
    from order_method`.execute(db)
  const known = (kind: MethodKind, methods: readonly MethodRow['method'][]): MethodRow[] =>
    methods.map((method) => {
      const found = rows.find((row) => row.kind === kind && row.method === method)
      return { kind, rule: 'all', groups: [], businesses: noBusinesses, __v: 0, ...found, method }
    })
  return [...known('shipping', shippingMethods), ...known('payment', paymentMethods)]
}

const noBusinesses: MemberBusiness[] = []
