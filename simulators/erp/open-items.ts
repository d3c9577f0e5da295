import type { Books, Invoice } from './books.ts'
import { creditMemo } from './invoices.ts'
import { decimal, decimalText } from './decimal.ts'
import type { Decimal } from './decimal.ts'
import { textOf } from './nodes.ts'
import { ODataError, badRequest, notFound } from './odata-error.ts'
import { wireDate } from './odata-render.ts'
import type { Profile } from './profile.ts'
import { json, text } from './reply.ts'
import type { Call, Reply } from './reply.ts'

const report = 'RPFINDUEU04_Q0007'

type Item = { characteristics: Record<string, string | number>; outstanding: Decimal; overdue: Decimal }

const characteristics = [
  'CIM_BP_UUID',
  'TIM_BP_UUID',
  'CIM_B_BTD_ID',
  'CIM_B_BTD_DATE',
  'CIM_NET_DUE_DATE',
  'CIM_TRANSCURR',
]
const keyFigures = ['FCOUTSTANDING_AMNT', 'KCOUTSTANDING_AMNT', 'FCOVEDUE_AMNT', 'KCOVEDUE_AMNT']

/** The register of open items: what customers still owe, summed over the characteristics that are asked for. */
export const answerOpenItems = (books: Books, profile: Profile, call: Call, path: string, now: number): Reply => {
  if (!profile.hasOpenItems)
    throw notFound(`No service found for namespace '', name 'fin_receivablesar_analytics.svc', version '0001'`)
  if (path === '$metadata') return text(200, 'application/xml', reportMetadata())
  if (path === '') return json(200, { d: { EntitySets: [`${report}QueryResults`] } })
  if (path !== `${report}QueryResults`) throw notFound(`Resource not found for segment '${path}'`)
  if (call.method !== 'GET') throw new ODataError(405, 'A report can only be read')

  const columns = (call.query.get('$select') ?? [...characteristics, ...keyFigures].join(','))
    .split(',')
    .map((name) => name.trim())
  const unknown = columns.find((name) => !characteristics.includes(name) && !keyFigures.includes(name))
  if (unknown) throw badRequest(`Property '${unknown}' does not exist in '${report}QueryResult'`)
  const matches = reportFilter(call.query.get('$filter') ?? '')
  const items = openItems(books, now).filter(({ characteristics: values }) => matches(values))
  const rows = grouped(
    items,
    columns.filter((name) => characteristics.includes(name)),
  )
  const [skip, top] = [Number(call.query.get('$skip') ?? 0), Number(call.query.get('$top') ?? profile.pageCap)]
  return json(200, {
    d: {
      ...(call.query.get('$inlinecount') === 'allpages' ? { __count: String(rows.length) } : {}),
      results: rows.slice(skip, skip + top).map((row, position) => wireRow(profile, row, columns, skip + position)),
    },
  })
}

const openItems = (books: Books, now: number): Item[] =>
  [...books.invoices.values()].flatMap((invoice: Invoice) => {
    const outstanding = decimal(books.receivables.get(invoice.ObjectID)?.open ?? '0')
    if (outstanding <= 0n || invoice.ReleaseStatusCode !== '3' || invoice.CancellationDocumentIndicator) return []
    const isCredit = invoice.ProcessingTypeCode === creditMemo
    const due = invoice.CashDiscountTerms.FullPaymentEndDate
    const account = invoice.PayerParty.PartyID
    return [
      {
        characteristics: {
          CIM_BP_UUID: account,
          TIM_BP_UUID: textOf(books.accounts.get(account), 'BusinessPartnerFormattedName'),
          CIM_B_BTD_ID: invoice.ID,
          CIM_B_BTD_DATE: invoice.Date,
          CIM_NET_DUE_DATE: due,
          CIM_TRANSCURR: invoice.TotalGrossAmountCurrencyCode,
        },
        outstanding: isCredit ? -outstanding : outstanding,
        overdue: due < now && !isCredit ? outstanding : 0n,
      },
    ]
  })

const grouped = (items: readonly Item[], by: readonly string[]): Item[] => {
  const groups = new Map<string, Item>()
  for (const item of items) {
    // amounts of different currencies never add up, whatever was selected
    const key = JSON.stringify([...by, 'CIM_TRANSCURR'].map((name) => item.characteristics[name]))
    const group = groups.get(key)
    if (!group) groups.set(key, { ...item })
    else {
      group.outstanding += item.outstanding
      group.overdue += item.overdue
    }
  }
  return [...groups.values()]
}

const wireRow = (profile: Profile, item: Item, columns: readonly string[], position: number) => {
  const currency = String(item.characteristics['CIM_TRANSCURR'])
  const figures: Record<string, string> = {
    FCOUTSTANDING_AMNT: `${formatted(profile, item.outstanding)} ${currency}`,
    KCOUTSTANDING_AMNT: decimalText(item.outstanding, 6),
    FCOVEDUE_AMNT: `${formatted(profile, item.overdue)} ${currency}`,
    KCOVEDUE_AMNT: decimalText(item.overdue, 6),
  }
  const values = columns.map((name) => {
    const value = item.characteristics[name] ?? figures[name] ?? ''
    return [name, typeof value === 'number' ? wireDate(profile, value, false) : value]
  })
  const uri = `/sap/byd/odata/fin_receivablesar_analytics.svc/${report}QueryResults('${position + 1}')`
  return {
    __metadata: { uri, type: `fin_receivablesar_analytics.${report}QueryResult` },
    ...Object.fromEntries(values),
  }
}

const formatted = (profile: Profile, amount: Decimal) => {
  const [whole = '0', cents = '00'] = decimalText(amount, 2).split('.')
  const [group, point] = profile.writesCommas ? ['.', ','] : [',', '.']
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${point}${cents}`
}

/** Only what reports are asked in practice: (A eq 'x' or A eq 'y') and B eq 'z'; parameters PARA_* are accepted and do nothing. */
const reportFilter = (filter: string) => {
  const tests = filter
    .split(/\s+and\s+/)
    .map((part) => part.trim().replace(/^\((.*)\)$/, '$1'))
    .filter(Boolean)
    .map((part) => part.split(/\s+or\s+/).map(equality))
  return (values: Record<string, string | number>) =>
    tests.every((alternatives) =>
      alternatives.some(([name, value]) => name.startsWith('PARA_') || String(values[name]) === value),
    )
}

const equality = (part: string): [string, string] => {
  const [, name, value] = /^(\w+)\s+eq\s+'(.*)'$/s.exec(part.trim()) ?? []
  if (!name || value === undefined) throw badRequest(`Syntax error in $filter: '${part}'`)
  if (!name.startsWith('PARA_') && !characteristics.includes(name))
    throw badRequest(`Property '${name}' does not exist`)
  return [name, value]
}

const reportMetadata = () => `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
<edmx:DataServices m:DataServiceVersion="2.0"><Schema Namespace="fin_receivablesar_analytics" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
<EntityType Name="${report}QueryResult"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.String" Nullable="false"/>
${[...characteristics, ...keyFigures]
  .map(
    (name) =>
      `<Property Name="${name}" Type="Edm.${name.endsWith('_DATE') ? 'DateTime' : name.startsWith('K') ? 'Decimal' : 'String'}"/>`,
  )
  .join('\n')}
</EntityType>
<EntityContainer Name="fin_receivablesar_analytics" m:IsDefaultEntityContainer="true"><EntitySet Name="${report}QueryResults" EntityType="fin_receivablesar_analytics.${report}QueryResult"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>
`
