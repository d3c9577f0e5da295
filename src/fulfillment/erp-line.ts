/** An order line as the ERP last reported it. */
export interface LineInErp {
  /** Pieces of the ordered product that are not canceled. */
  quantity: number
  /** The ERP's unit; empty if it names none. */
  unit: string
  /** Price of one piece in dollars; null if the ERP has not priced the line. */
  price: number | null
  /** Products that the ERP ships instead. */
  substitutes: readonly SubstituteInErp[]
}

export interface SubstituteInErp {
  /** The ERP's item number. */
  item: string
  /** The NDC or item number. */
  productId: string
  name: string
  quantity: number
  unit: string
}
