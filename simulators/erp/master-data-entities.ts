import { entity } from './entities.ts'
import type { Service } from './entities.ts'

export const customerService: Service = {
  name: 'khcustomer',
  root: 'Customer',
  functions: [],
  entities: new Map([
    entity(
      'Customer',
      'ru',
      `UUID Guid36 f; InternalID String10 fa; LifeCycleStatusCode String2 f codes=PartnerLifeCycle
       BusinessPartnerFormattedName String80 f; OrganisationFirstLineName String40 uf; OrganisationSecondLineName String40 uf
       OrderBlockingReasonCode String2 uf; FulfilmentBlockingReasonCode String2 uf; InvoicingBlockingReasonCode String2 uf
       CreditLimitcontent_KUT Decimal28 uf; CreditLeftcontent_KUT Decimal28 uf; CreditLimitcurrencyCode_KUT String3 uf codes=Currency
       CreationDateTime DateTimeOffset f; LastChangeDateTime DateTimeOffset f`,
      'AddressInformation[]; Identification[]',
    ),
    entity('Identification', 'u', 'ID String60 uf; IdentifierTypeCode String6 uf', 'Customer ^'),
    entity(
      'AddressInformation',
      'u',
      'UUID Guid36 f',
      'Customer ^; AddressUsage[]; PostalAddress; EMail; ConventionalPhone',
    ),
    entity(
      'AddressUsage',
      'u',
      `AddressUsageCode String10 uf codes=AddressUsage; DefaultIndicator Boolean uf
       ValidityStartDate DateTime uf; ValidityEndDate DateTime uf`,
      'AddressInformation ^',
    ),
    entity(
      'PostalAddress',
      'u',
      `StreetName String60 uf; HouseID String10 uf; CityName String40 uf; RegionCode String6 uf
       StreetPostalCode String10 uf; CountryCode String3 uf codes=Country; CareOfName String40 uf`,
      'AddressInformation ^',
    ),
    entity('EMail', 'u', 'URI String255 uf', 'AddressInformation ^'),
    entity('ConventionalPhone', 'u', 'FormattedNumberDescription String40 uf', 'AddressInformation ^'),
  ]),
}

export const materialService: Service = {
  name: 'vmumaterial',
  root: 'Material',
  functions: [],
  entities: new Map([
    entity(
      'Material',
      'ru',
      `UUID Guid36 f; InternalID String40 fa; Description String40 uf; DescriptionLanguageCode String2 f
       BaseMeasureUnitCode String3 f; CreationDateTime DateTimeOffset f; LastChangeDateTime DateTimeOffset f`,
      'GlobalTradeItemNumber[]; Sales[]',
    ),
    entity('GlobalTradeItemNumber', 'u', 'ID String14 uf; QuantityTypeCode String3 uf', 'Material ^'),
    entity('Sales', 'u', 'SalesOrganisationID String20 f; DistributionChannelCode String2 f', 'Material ^'),
  ]),
}
