import { UserMenu } from './user-menu.tsx'
import { CartLink } from '#cart/web/cart-link.tsx'
import { InCart } from '#cart/web/in-cart.tsx'
import { NotifyMe } from '#catalog/web/stock/notify-me.tsx'
import { SearchBox } from '#search/web/search-box.tsx'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import type { Slots } from '#web/slots.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { preloadStrip, Strip } from './strip.tsx'

const PageLinks = lazyPart(() => import('./page-links.tsx').then((module) => module.PageLinks))
const SubjectTabs = lazyPart(() => import('./subject-tabs.tsx').then((module) => module.SubjectTabs))
const Rail = lazyPart(() => import('./rail.tsx').then((module) => module.Rail))

/** Loads the navigation of a signed-in user, so that the first render already has it. */
export const preloadNavigation = async (user: SignedInUser): Promise<void> => {
  await Promise.all([SubjectTabs.preload(), (user.isAdmin ? Rail : PageLinks).preload(), preloadStrip(user)])
}

export const slots: Slots = {
  SearchBox,
  UserMenu,
  CartLink,
  NotifyMe,
  InCart,
  PageLinks,
  SubjectTabs,
  Rail,
  Strip,
  SideMenu: lazyPart(() => import('./side-menu.tsx').then((module) => module.SideMenu)),
  PasswordDialog: lazyPart(() => import('#identity/web/password-dialog.tsx').then((module) => module.PasswordDialog)),
  SessionDialog: lazyPart(() => import('#identity/web/session-dialog.tsx').then((module) => module.SessionDialog)),
  AllocationMark: lazyPart(() =>
    import('#ordering-rules/web/limits/allocation-mark.tsx').then((module) => module.AllocationMark),
  ),
  SaveToGuide: lazyPart(() => import('#reordering/web/guides/save-to-guide.tsx').then((module) => module.SaveToGuide)),
  MakeStanding: lazyPart(() =>
    import('#reordering/web/guides/make-standing.tsx').then((module) => module.MakeStanding),
  ),
  BudgetNote: lazyPart(() => import('#purchasing/web/budgets/budget-note.tsx').then((module) => module.BudgetNote)),
  SavedViews: lazyPart(() => import('#views/web/saved-views.tsx').then((module) => module.SavedViews)),
}
