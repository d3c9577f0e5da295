import { entity } from './entities.ts'
import type { Service } from './entities.ts'

/** The delivery as the published samples model it, with a moment of change and the key-user fields of a customer. */
export const deliveryService: Service = {
  name: 'khoutbounddelivery',
  root: 'OutboundDelivery',
  functions: [],
  entities: new Map([
    entity(
      'OutboundDelivery',
      'r',
      `UUID Guid36 f; ID String35 fa; TypeCode String15 f codes=DocumentType
       ReleaseStatusCode String2 f codes=Release; DeliveryProcessingStatusCode String2 f codes=Progress
       ConsistencyStatusCode String2 f codes=Consistency; CancellationStatusCode String2 f codes=Cancellation
       CreationDateTime DateTimeOffset f; LastChangeDateTime DateTimeOffset f
       TrackingNumber_KUT String255 f; ShipVia_KUT String60 f`,
      'BuyerParty; ShippingPeriod; Item[]',
    ),
    entity('BuyerParty', '', 'PartyID String60 fa', 'OutboundDelivery ^'),
    entity('ShippingPeriod', '', 'StartDateTime DateTimeOffset f; EndDateTime DateTimeOffset f', 'OutboundDelivery ^'),
    entity(
      'Item',
      '',
      'UUID Guid36 f; ID String10 fa; ProductID String60 fa; IdentifiedStockID String60 f; CancellationStatusCode String2 f codes=Cancellation',
      'OutboundDelivery ^; ItemDeliveryQuantity; ItemSalesOrderReference',
    ),
    entity('ItemDeliveryQuantity', '', 'Quantity Decimal31 f; UnitCode String3 f', 'Item ^'),
    entity('ItemSalesOrderReference', '', 'ID String35 fa; ItemID String10 fa', 'Item ^'),
  ]),
}
