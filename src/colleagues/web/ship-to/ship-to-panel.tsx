import { Button } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import type { ShipTo } from '../../ship-to/contract.ts'
import { AddressForm } from './address-form.tsx'
import { useRemoveShipTo } from './hooks.ts'
import { useShipTos } from './use-ship-tos.ts'
import styles from './ship-to-panel.module.css'
import { VerifyForm } from './verify-form.tsx'

interface Props {
  /** A user of the business. */
  of: string
}

/** Hidden until the business has an additional ship-to address. */
export function OwnShipToPanel({ of }: Props) {
  const { data = [] } = useShipTos(of)
  return data.length > 0 && <ShipToPanel of={of} />
}

type Open = { address: ShipTo; act: 'change' | 'verify' } | 'new' | null

/** Additional ship-to addresses of a business: managers edit, buyers propose, admins verify. */
export function ShipToPanel({ of }: Props) {
  const user = useUser()
  const [open, setOpen] = useState<Open>(null)
  const [leaving, setLeaving] = useState<ShipTo | null>(null)
  const remove = useRemoveShipTo(() => setLeaving(null))
  const isAdmin = user?.isAdmin ?? false
  const mayKeep = isAdmin || user?.buyingRole === 'manager'
  const mayPropose = isAdmin || (user?.buyingRole !== 'viewer' && !user?.isSalesRep)
  const close = () => setOpen(null)
  return (
    <Panel title="Additional ship-to addresses">
      <div className={styles.panel}>
        <p className={styles.lead}>
          {isAdmin
            ? 'Orders can ship to an address once you verify it.'
            : 'Orders can ship to an address once we verify it. Choose it at checkout.'}
        </p>
        <QueryStates query={useShipTos(of)} skeleton={<Skeleton height="6rem" />}>
          {(addresses) => (
            <ul className={styles.list} aria-label="Additional ship-to addresses">
              {addresses.map((address) =>
                open !== null && open !== 'new' && open.address._id === address._id ? (
                  <li key={address._id} className={styles.item}>
                    {open.act === 'verify' ? (
                      <VerifyForm address={address} close={close} />
                    ) : (
                      <AddressForm of={of} address={address} isProposal={!isAdmin} close={close} />
                    )}
                  </li>
                ) : (
                  <li key={address._id} className={styles.item}>
                    <Facts address={address} />
                    <span className={styles.acts}>
                      {isAdmin && (
                        <Act word="Verify" of={address} onClick={() => setOpen({ address, act: 'verify' })} />
                      )}
                      {mayKeep && (
                        <Act word="Change" of={address} onClick={() => setOpen({ address, act: 'change' })} />
                      )}
                      {mayKeep && <Act word="Remove" of={address} onClick={() => setLeaving(address)} />}
                    </span>
                  </li>
                ),
              )}
            </ul>
          )}
        </QueryStates>
        {open === 'new' && <AddressForm of={of} isProposal={!isAdmin} close={close} />}
        {open === null && mayPropose && (
          <div>
            <Button variant="default" onClick={() => setOpen('new')}>
              {isAdmin ? 'Add an address' : 'Submit an address'}
            </Button>
          </div>
        )}
      </div>
      <Confirm
        isOpen={leaving !== null}
        question={`Remove ${leaving?.name ?? ''}?`}
        answer="Remove"
        isDestructive
        isPending={remove.isPending}
        confirm={() => leaving && remove.mutate({ params: { id: leaving._id } })}
        close={() => setLeaving(null)}
      >
        <p>New orders can no longer ship here. Existing orders still do.</p>
      </Confirm>
    </Panel>
  )
}

function Act({ word, of, onClick }: { word: string; of: ShipTo; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" aria-label={`${word}: ${of.name}`} onClick={onClick}>
      {word}
    </Button>
  )
}

function Facts({ address }: { address: ShipTo }) {
  const { name, address1, city, state, zip, isVerified, needsLicense, holdReason } = address
  return (
    <div className={styles.facts}>
      <p className={styles.name}>
        {name} <Status tone={isVerified ? 'good' : 'notice'}>{isVerified ? 'Verified' : 'Pending verification'}</Status>
      </p>
      <p>{`${address1}, ${city}, ${state} ${zip}`}</p>
      <p className={styles.license}>{licenseWords(address)}</p>
      {isVerified && needsLicense && holdReason && (
        <p className={styles.hold}>{holdReason} Orders to this address are on hold until this is resolved.</p>
      )}
    </div>
  )
}

const licenseWords = ({ licenseNumber, licenseState, licenseExpiresOn, needsLicense, isVerified }: ShipTo): string => {
  if (isVerified && !needsLicense) return 'Its state does not require a license for this location.'
  if (!licenseNumber) return 'No license on record.'
  const until = licenseExpiresOn ? `, valid until ${licenseExpiresOn}` : ''
  return `License ${licenseNumber}${licenseState && ` (${licenseState})`}${until}`
}
