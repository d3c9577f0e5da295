import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import text from '#web/ui/text.module.css'
import type { DeliveryTrace, TraceLine } from '../deliveries/contract.ts'
import { countWords, isSaidOnce } from './document-words.ts'
import { useInvoiceTrace, useOrderTrace } from './use-delivery-trace.ts'

export function OrderTraceMark({ orderId, number }: { orderId: string; number: string }) {
  return <TraceMark trace={useOrderTrace(orderId).data} number={number} />
}

export function OrderTracePanel({ orderId }: { orderId: string }) {
  return <TracePanel trace={useOrderTrace(orderId).data} />
}

export function InvoiceTraceMark({ invoiceId, number }: { invoiceId: string; number: string }) {
  return <TraceMark trace={useInvoiceTrace(invoiceId).data} number={number} />
}

export function InvoiceTracePanel({ invoiceId }: { invoiceId: string }) {
  return <TracePanel trace={useInvoiceTrace(invoiceId).data} />
}

interface Props {
  trace: DeliveryTrace | undefined
}

/**
 * Nothing before the line is shipped, nothing on paper or phones, and nothing that is the same for all lines: the panel
 * says it once.
 */
function TraceMark({ trace, number }: Props & { number: string }) {
  const line = trace?.lines.find((one) => one.number === number)
  if (!trace || !line || line.state === 'notShipped' || isSaidOnce(trace, line.state)) return null
  return (
    <Box component="span" visibleFrom="sm" data-screen>
      <LineState trace={trace} line={line} />
    </Box>
  )
}

function LineState({ trace, line }: { trace: DeliveryTrace; line: TraceLine }) {
  const { number } = line
  if (line.state === 'available') return <DataLink trace={trace} number={number} />
  if (line.state === 'partial')
    return (
      <>
        <Status tone="notice">{partialWords(line)}</Status>
        <DataLink trace={trace} number={number} />
      </>
    )
  if (line.state === 'missing') return <Status tone="notice">Transaction data missing</Status>
  if (line.state === 'notRequired') return <span className={text.small}>No transaction data required</span>
  if (line.state === 'unknown') return <span className={text.small}>Transaction data not known</span>
  return null
}

const partialWords = ({ packages, shipped }: TraceLine): string =>
  `Transaction data of ${packages.toLocaleString('en-US')} of ${shipped.toLocaleString('en-US')} packages`

function DataLink({ trace: { shipments }, number }: { trace: DeliveryTrace; number: string }) {
  const [only, ...others] = shipments
  if (!only || others.length > 0)
    return (
      <SearchLink number={number}>
        Transaction data<span className={text.unseen}> of {number}</span>
      </SearchLink>
    )
  return (
    <ShipmentLink shipment={only}>
      Transaction data<span className={text.unseen}> of {number}</span>
    </ShipmentLink>
  )
}

interface LinkProps {
  shipment: DeliveryTrace['shipments'][number]
  children: ReactNode
}

/** Admins read the document; buyers, and reps who work for the buyer, the transaction data. */
function ShipmentLink({ shipment: { _id: id, documentId }, children }: LinkProps) {
  const mayOpen = useMayOpen()
  if (documentId)
    return (
      <TextLink to="/admin/trace/$id" params={{ id: documentId }} inherit>
        {children}
      </TextLink>
    )
  if (!mayOpen) return <span>{children}</span>
  return (
    <TextLink to="/transactions/$id" params={{ id }} inherit>
      {children}
    </TextLink>
  )
}

function SearchLink({ number, children }: { number: string; children: ReactNode }) {
  if (!useMayOpen()) return <span>{children}</span>
  return (
    <TextLink to="/transactions" search={{ q: number }} inherit>
      {children}
    </TextLink>
  )
}

const useMayOpen = (): boolean => {
  const [user, customer] = [useUser(), useCustomer()]
  return user?.isAdmin ? false : !user?.isSalesRep || customer !== null
}

function TracePanel({ trace }: Props) {
  if (!trace || (trace.state === 'notShipped' && trace.shipments.length === 0)) return null
  return (
    <div data-screen>
      <Panel title="Transaction data (DSCSA)">
        {sentencesOf(trace).map((sentence) => (
          <Text key={sentence} fz="md">
            {sentence}
          </Text>
        ))}
        {trace.shipments.length > 0 && (
          <ul className={text.bullets} aria-label="Deliveries with transaction data">
            {trace.shipments.map((shipment) => (
              <li key={shipment._id}>
                <ShipmentLink shipment={shipment}>
                  Shipped {businessDayWords(shipment.shippedAt)}, {countWords(shipment.packages)}
                </ShipmentLink>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

const sentencesOf = ({ state, lines, shipments }: DeliveryTrace): string[] => {
  const count = (...states: TraceLine['state'][]) => lines.filter((line) => states.includes(line.state)).length
  const [missing, unknown] = [count('missing', 'partial'), count('unknown')]
  if (state === 'notRequired' && shipments.length === 0) return ['No transaction data is required for these products.']
  return [
    ...(missing > 0
      ? [`Transaction data of ${linesWords(missing)} has not been received yet. Contact us if the goods arrived.`]
      : []),
    ...(unknown > 0 ? [`For ${linesWords(unknown)} it is not recorded whether transaction data is required.`] : []),
    ...(missing + unknown === 0 ? ['Transaction information and statement are available.'] : []),
  ]
}

const linesWords = (count: number): string => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`)
