export interface DemoOrderLine {
  ndcNumber: string
  name: string
  quantity: number
  priceCents: number
  totalCents: number
}

export interface DemoOrder {
  /** 'AP-' and a ULID for portal orders; empty for orders created in the ERP. */
  externalReference: string
  customerEmail: string
  /** The sales rep who placed it; empty otherwise. */
  placedByEmail: string
  accountID: string
  orderItems: DemoOrderLine[]
  shippingAddress: {
    fullName: string
    address: string
    city: string
    postalCode: string
    country: string
    region: string
  }
  paymentMethod: 'By Invoice'
  shippingMethod: 'UPS GROUND' | 'FEDEX PRIORITY OVERNIGHT'
  purchaseOrder: string
  itemsCents: number
  totalCents: number
  isPaid: boolean
  paidAt: string | null
  /** When the parcels left; null before. */
  shippedAt: string | null
  isDelivered: boolean
  deliveredAt: string | null
  orderIdSap: string
  orderStatusSap: '1' | '2' | '3' | '4'
  isCanceled: boolean
  trackingCode: string
  orderFromSAP: boolean
  createdAt: string
}

export interface DemoInvoice {
  invoiceID: string
  orderIdSap: string
  partyID1: string
  buyerPartyID: string
  payerPartyID: string
  purchaseOrder: string
  date: string
  creationDateTime: string
  dueDate: string
  trackingNumber: string
  shipVia: string
  fedExAccount: string
  currencyCode: 'USD'
  releaseStatusCode: '2' | '3'
  shippingChargeCents: number
  totalNetCents: number
  totalGrossCents: number
  status: 'paid' | 'open' | 'overdue'
  paidAt: string | null
}
