import { createContext, type ComponentType } from 'react'
import type { TableName } from '#shared/table-names.ts'
import type { Lazy } from './ui/lazy-part.tsx'

/** What domains give to the shell and to every table: `web` knows none of them, so the portal fills these. */
export interface Slots {
  SearchBox: ComponentType
  UserMenu: ComponentType
  CartLink: ComponentType
  /** The pages of whoever is signed in, on windows with room for them. */
  PageLinks: ComponentType
  /** Below the header of every page: for whom one of the staff works, and what else holds on all of them. */
  Strip: ComponentType
  SideMenu: Lazy<{ isOpen: boolean; close: () => void }>
  PasswordDialog: Lazy<{ answer: (isGiven: boolean) => void }>
  SessionDialog: Lazy<{ answer: (isGiven: boolean) => void }>
  NotifyMe: ComponentType<NotifyMeProps>
  InCart: ComponentType<{ productId: string }>
  /** What is left of an allocated product, for whoever orders. */
  AllocationMark: Lazy<{ productId: string }>
  SaveToGuide: Lazy<SaveToGuideProps>
  SavedViews: Lazy<{ name: TableName; view: TableView; show: (view: TableView) => void }>
}

export interface SaveToGuideProps {
  lines: readonly { productId: string; quantity: number }[]
}

export interface NotifyMeProps {
  product: { _id: string; name: string; countInStock: number; isNonStocked: boolean }
  /** How many are wanted; one, unless said otherwise. */
  quantity?: number
  /** Shown at large, also where enough is there, rather than as a mark beside other things. */
  hasWords?: boolean
}

/** What a table shows, without the page it stands on. */
export interface TableView {
  query: Record<string, string>
  sort: string
  pageSize: number
  hide: string
}

/** The portal fills it around every page, so that it is never empty where it is read. */
export const SlotsContext = createContext({} as Slots)
