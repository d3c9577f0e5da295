import { lazyRouteComponent } from '@tanstack/react-router'
import { UserMenu } from '#accounts/web/user-menu.tsx'
import { CartLink } from '#cart/web/cart-link.tsx'
import { InCart } from '#cart/web/in-cart.tsx'
import { NotifyMe } from '#inventory/web/notify-me.tsx'
import { SearchBox } from '#search/web/search-box.tsx'
import type { Slots } from '#web/slots.ts'
import { PageLinks } from './page-links.tsx'
import { Strip } from './strip.tsx'

export const slots: Slots = {
  SearchBox,
  UserMenu,
  CartLink,
  NotifyMe,
  InCart,
  PageLinks,
  Strip,
  SideMenu: lazyRouteComponent(() => import('./side-menu.tsx'), 'SideMenu'),
  PasswordDialog: lazyRouteComponent(() => import('#accounts/web/password-dialog.tsx'), 'PasswordDialog'),
  AllocationMark: lazyRouteComponent(() => import('#order-limits/web/allocation-mark.tsx'), 'AllocationMark'),
  SaveToGuide: lazyRouteComponent(() => import('#order-guides/web/save-to-guide.tsx'), 'SaveToGuide'),
  SavedViews: lazyRouteComponent(() => import('#saved-views/web/saved-views.tsx'), 'SavedViews'),
}
