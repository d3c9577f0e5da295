const progress = { '1': 'Not Started', '2': 'In Process', '3': 'Finished', '4': 'Not Relevant' }
const release = { '1': 'Not Released', '2': 'Partially Released', '3': 'Released', '6': 'Not Relevant' }
const blocking = { '1': 'Not Blocked', '2': 'Partially Blocked', '3': 'Blocked' }

/** The code lists behind the code fields, by the name an entity table refers to. */
export const codeLists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  LifeCycle: { '1': 'Open', '2': 'In Process', '3': 'Completed', '4': 'In Preparation' },
  Release: release,
  Progress: progress,
  Blocking: blocking,
  Cancellation: { '1': 'Not Canceled', '4': 'Canceled' },
  Consistency: { '2': 'Inconsistent', '3': 'Consistent' },
  Approval: { '1': 'Not Started', '2': 'Approval Not Necessary', '4': 'Approved' },
  CreditWorthiness: { '1': 'Not Checked', '2': 'Not OK', '3': 'OK' },
  DataOrigin: { '1': 'Manual Data Entry', '4': 'Internet' },
  PartnerLifeCycle: { '1': 'In Preparation', '2': 'Active', '3': 'Blocked', '4': 'Obsolete' },
  AddressUsage: { XXDEFAULT: 'Main Address', SHIP_TO: 'Ship-To', BILL_TO: 'Bill-To' },
  Country: { US: 'United States', PR: 'Puerto Rico', CA: 'Canada' },
  Currency: { USD: 'US Dollar', CAD: 'Canadian Dollar', EUR: 'Euro' },
  ScheduleLineType: { '1': 'Requested', '2': 'Confirmed' },
  PriceComponentType: { '7PR1': 'List Price', '7PR6': 'Overall Discount (%)' },
  DocumentType: { '28': 'Customer Invoice', '73': 'Outbound Delivery', '114': 'Sales Order' },
}

export const codeText = (list: string, code: unknown) => codeLists[list]?.[String(code)] ?? ''
