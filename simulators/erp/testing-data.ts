import type { Initial } from './initial.ts'

/** A handful of everything, for tests only. */
export const testData: Initial = {
  accounts: [
    {
      id: '4000123',
      name: 'Harbor Street Pharmacy',
      created: '-400d',
      identifications: [{ type: 'GLN001', id: '0614141000012' }],
      addresses: [
        {
          street: 'Harbor Street',
          house: '12',
          city: 'Portland',
          region: 'ME',
          postalCode: '04101',
          usages: ['XXDEFAULT', 'BILL_TO'],
          email: 'orders@harbor.example',
          phone: '+1 207-555-0100',
        },
        {
          street: 'Dock Road',
          house: '3',
          city: 'Portland',
          region: 'ME',
          postalCode: '04101',
          usages: ['SHIP_TO'],
          defaultFor: ['SHIP_TO'],
        },
      ],
    },
    { id: '4000124', name: "O'Neill Clinic", created: '-300d' },
    { id: '4000125', name: 'Closed Drugstore', status: 'blocked', created: '-300d' },
  ],
  materials: [
    { id: '00093-0058-01', description: 'Tramadol 50 mg, 100 tablets', unit: 'EA', price: '125.49' },
    { id: '00002-1433-80', description: 'Trulicity 1.5 mg/0.5 ml, 4 pens', unit: 'EA', price: '956.31', cold: true },
  ],
  orders: [
    {
      id: '8400',
      account: '4000123',
      reference: 'KH-2019-1',
      status: '3',
      created: '-20d',
      changed: '-18d',
      purchaseOrder: 'PO-1',
      shipVia: 'UPS GROUND',
      tracking: '0001Z5R89390357567127,000986578788855',
      lines: [{ product: '00093-0058-01', quantity: '10' }],
    },
    {
      id: '8401',
      account: '4000124',
      reference: 'KH-2019-2',
      status: '1',
      created: '-2d',
      shipVia: 'FEDEX PRIORITY OVERNIGHT',
      lines: [{ product: '00002-1433-80', quantity: '2', price: '900' }],
    },
    {
      id: '8402',
      account: '4000123',
      created: '-1d',
      cancelled: true,
      lines: [{ product: '00093-0058-01', quantity: '1' }],
    },
  ],
  invoices: [
    { id: '90001', order: '8400', date: '-18d', shipping: '25', open: '600' },
    { id: '90002', account: '4000124', date: '-60d', net: '99.90', open: '0', released: true },
    { id: '90003', account: '4000124', date: '-1d', net: '10', released: false },
  ],
}
