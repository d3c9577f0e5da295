import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { CatalogueTables } from './catalogue-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { ErpTables } from './erp-tables.ts'
import type { RoomTables } from './room-tables.ts'

export interface Tables extends AccountTables, CatalogueTables, OrderTables, ErpTables, RoomTables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
