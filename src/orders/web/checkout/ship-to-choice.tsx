import { Radio, Stack } from '@mantine/core'
import { AddressBlock } from '../address-block.tsx'
import type { ShippingAddress } from '../../order-shapes.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './ship-to-choice.module.css'
import { chooseShipTo, useShipTo } from '#colleagues/web/ship-to/use-ship-to.ts'

interface Props {
  forUser: string
  /** The business's own ship-to address. */
  own: ShippingAddress
}

/** Shows the ship-to address, or a choice if the business has several. */
export function ShipToChoice({ forUser, own }: Props) {
  const { options, chosen, isGone } = useShipTo(forUser)
  if (options.length === 0 && !isGone) return <AddressBlock title="Ship to" address={own} />
  const line = (name: string, parts: string) => (parts ? `${name}: ${parts}` : name)
  return (
    <Stack gap="sm">
      {isGone && <Callout tone="warning">The chosen address is no longer available. Choose another one.</Callout>}
      <Radio.Group
        label="Ship to"
        size="md"
        value={chosen?._id ?? ''}
        onChange={(id) => chooseShipTo(id === '' ? null : { forUser, shipToId: id })}
      >
        <div className={styles.options}>
          <Radio value="" label={line(own.fullName, placeOf(own.address, own.city, own.region, own.postalCode))} />
          {options.map(({ _id, name, address1, city, state, zip }) => (
            <Radio key={_id} value={_id} label={line(name, placeOf(address1, city, state, zip))} />
          ))}
        </div>
      </Radio.Group>
      {chosen?.holdReason && (
        <Callout tone="warning" title="Orders to this address go on hold">
          {chosen.holdReason} We’ll ship them once this is resolved.
        </Callout>
      )}
    </Stack>
  )
}

const placeOf = (street: string, city: string, state: string, zip: string): string =>
  [street, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
