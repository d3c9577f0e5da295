import { createContext, type ComponentType } from 'react'
import type { TableName } from '#shared/table-names.ts'
import type { Lazy } from './ui/lazy.ts'

/** Components that rooms provide to the shell and to every table: `web` imports no rooms, so the portal fills these. */
export interface Slots {
  SearchBox: ComponentType
  UserMenu: ComponentType
  CartLink: ComponentType
  /** The pages of customers and sales reps as a bar, in wide windows. */
  PageLinks: Lazy<object>
  /** The pages of one subject, below the heading. */
  SubjectTabs: Lazy<object>
  /** The pages of admins beside the page, in wide windows. */
  Rail: Lazy<object>
  /** Below the header of every page: the customer a staff member works for, and other notices. */
  Strip: ComponentType
  SideMenu: Lazy<{ isOpen: boolean; close: () => void }>
  PasswordDialog: Lazy<{ answer: (isGiven: boolean) => void }>
  SessionDialog: Lazy<{ answer: (isGiven: boolean) => void }>
  NotifyMe: ComponentType<NotifyMeProps>
  InCart: ComponentType<{ productId: string }>
  /** The buyer's remaining allocation of a product. */
  AllocationMark: Lazy<{ productId: string }>
  SaveToGuide: Lazy<SaveToGuideProps>
  MakeStanding: Lazy<SaveToGuideProps>
  /** What is left of the budgets that an order counts toward. */
  BudgetNote: Lazy<{ forUser: string | undefined; total: number }>
  SavedViews: Lazy<{ name: TableName; view: TableView; show: (view: TableView) => void }>
}

export interface SaveToGuideProps {
  lines: readonly { productId: string; quantity: number }[]
  /** Among more important actions. */
  isQuiet?: boolean
}

export interface NotifyMeProps {
  product: { _id: string; name: string; countInStock: number; isNonStocked: boolean }
  /** Defaults to 1. */
  quantity?: number
  /** Shows a full-size message, even if stock suffices, instead of a small mark. */
  hasWords?: boolean
}

/** The state of a table without its page. */
export interface TableView {
  query: Record<string, string>
  sort: string
  pageSize: number
  hide: string
}

/** The portal provides it around every page, so that it is never empty. */
export const SlotsContext = createContext({} as Slots)
