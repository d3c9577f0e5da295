import type { DemoBusiness } from './businesses.ts'

interface ShipTo {
  name: string
  /** In the ERP. */
  uuid: string
  street: string
  city: string
  state: string
  zip: string
}

const ofMagnolia: ShipTo[] = [
  {
    name: 'Magnolia Surgery Center',
    uuid: '00163e5a-7c10-1edf-a1b2-3c4d5e6f7081',
    street: '1350 E Woodrow Wilson Ave',
    city: 'Jackson',
    state: 'MS',
    zip: '39216',
  },
  {
    name: 'Magnolia Clinic Vicksburg',
    uuid: '00163e5a-7c10-1edf-a1b2-3c4d5e6f7082',
    street: '1111 N Frontage Rd',
    city: 'Vicksburg',
    state: 'MS',
    zip: '39180',
  },
]

/** Further ship-to addresses of a business. */
export const shipTosOf = ({ companyName }: Pick<DemoBusiness, 'companyName'>): readonly ShipTo[] =>
  companyName === 'Magnolia Community Hospital' ? ofMagnolia : []
