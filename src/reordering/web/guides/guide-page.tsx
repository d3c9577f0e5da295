import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ListChecks, X } from 'lucide-react'
import { useCallback, useState, type SyntheticEvent } from 'react'
import text from '#web/ui/text.module.css'
import forms from '#web/form/form.module.css'
import { quickOrder } from '#cart/contract.ts'
import { type EnteredLine, EntryRow } from '#cart/web/quick-entry.tsx'
import type { ProductCard } from '#catalog/contract.ts'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { ForBuyers, useMayOrder } from '#web/for-buyers.tsx'
import { toastError, toastWarning } from '#web/toast.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Reply } from '#shared/endpoint.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { orderGuides } from '../../guides/contract.ts'
import { useAddLines, useChangeLine, useGuide, useRemoveGuide, useRemoveLine, useRenameGuide } from './hooks.ts'
import { GuideLines } from './guide-lines.tsx'
import { shipAsScheduled } from './ship-as-scheduled.ts'
import { NewScheduleForm, StandingOrderPanel } from './guide-schedule.tsx'
import { GuideStates } from './guide-states.tsx'
import styles from './order-guides.module.css'
import { errorOf } from '#web/form/use-checked-form.ts'

type Guide = Reply<typeof orderGuides.byId>

export function OrderGuidePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return (
    <GuideStates query={useGuide(id)} missing={<NoGuide />}>
      {(guide) => <GuideScreen key={guide._id} guide={guide} />}
    </GuideStates>
  )
}

function NoGuide() {
  return (
    <>
      <PageHeading title="Order Guide" />
      <EmptyState icon={<ListChecks size={28} strokeWidth={1.5} />} title="Order guide not found">
        <span>It may have been deleted.</span>
        <ButtonLink to="/orderguides" variant="default">
          Order Guides
        </ButtonLink>
      </EmptyState>
    </>
  )
}

function GuideScreen({ guide }: { guide: Guide }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { mutate: keep } = useAddLines()
  const tools = useLineTools(guide._id)
  const mayOrder = useMayOrder()
  const unsold = guide.lines.filter(({ productId }) => !guide.products.some(({ _id }) => _id === productId))
  return (
    <>
      <PageHeading title={guide.name} lead="Shared with all users of your business.">
        <ButtonLink variant="default" to="/orderguides">
          Order Guides
        </ButtonLink>
        <ForBuyers>
          <Button variant="default" onClick={() => setIsRenaming(true)}>
            Rename
          </Button>
          {!guide.schedule && <NewScheduleForm guideId={guide._id} />}
          <RemoveGuide guide={guide} />
        </ForBuyers>
      </PageHeading>
      {guide.schedule && (
        <Box mb="md">
          <StandingOrderPanel guideId={guide._id} schedule={guide.schedule} />
        </Box>
      )}
      <ForBuyers>
        <AddLine id={guide._id} />
      </ForBuyers>
      {guide.products.length === 0 ? (
        <EmptyState icon={<ListChecks size={28} strokeWidth={1.5} />} title="No lines yet">
          Add a code or name above, or save a cart, an order or a product to this guide.
        </EmptyState>
      ) : (
        <GuideLines
          label={guide.name}
          lines={guide.lines}
          products={guide.products}
          added={() => shipAsScheduled(guide.schedule)}
          {...(mayOrder && { toolsOf: tools })}
          actions={(lines, isChanged) =>
            isChanged &&
            mayOrder && (
              <Button
                variant="default"
                onClick={() => keep({ params: { id: guide._id }, body: { lines: [...lines] } })}
              >
                Save quantities
              </Button>
            )
          }
        />
      )}
      <Unsold guide={guide} unsold={unsold} />
      <NameDialog isOpen={isRenaming} guide={guide} close={() => setIsRenaming(false)} />
    </>
  )
}

/** Buttons instead of drag and drop, so that it works without a mouse; the focus follows the line. */
const useLineTools = (id: string) => {
  const { mutate: change } = useChangeLine()
  const { mutate: remove } = useRemoveLine()
  return useCallback(
    ({ _id: productId, name }: ProductCard) => {
      const params = { id, productId }
      const tools = [
        [`Move ${name} up`, ArrowUp, () => change({ params, body: { move: 'up' } })],
        [`Move ${name} down`, ArrowDown, () => change({ params, body: { move: 'down' } })],
        [`Remove ${name}`, X, () => remove({ params })],
      ] as const
      return (
        <Group component="span" gap={2} wrap="nowrap">
          {tools.map(([label, Icon, act]) => (
            <ActionIcon key={label} variant="subtle" color="gray" aria-label={label} title={label} onClick={act}>
              <Icon size={16} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
      )
    },
    [id, change, remove],
  )
}

/** Like quick order, but accepts only unambiguous codes. */
function AddLine({ id }: { id: string }) {
  const { mutate } = useAddLines()
  const add = async ({ code, quantity: written, product }: EnteredLine) => {
    const quantity = Number(written)
    const put = (productId: string) => mutate({ params: { id }, body: { lines: [{ productId, quantity }] } })
    if (product) return put(product._id)
    try {
      const { lines } = await call(quickOrder.check, { body: { lines: [{ code }] } })
      const [productId, another] = lines[0]?.products ?? []
      if (!productId) return toastWarning(`${code} is not in the catalog`)
      if (another) return toastWarning('Several products have this code. Choose one by name.')
      put(productId)
    } catch (error) {
      toastError(error instanceof ApiError ? error.message : 'The line could not be checked. Try again.')
    }
  }
  return (
    <Box maw="44rem" mb="md">
      <EntryRow add={(line) => void add(line)} />
    </Box>
  )
}

function Unsold({ guide, unsold }: { guide: Guide; unsold: Guide['lines'] }) {
  const { mutate } = useRemoveLine()
  if (unsold.length === 0) return null
  return (
    <section className={styles.left} aria-label="No longer in the catalog">
      <p>No longer in the catalog:</p>
      <ul className={text.bullets}>
        {unsold.map(({ productId, name }) => (
          <li key={productId}>
            {name}{' '}
            <ForBuyers>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Remove ${name}`}
                onClick={() => mutate({ params: { id: guide._id, productId } })}
              >
                Remove
              </Button>
            </ForBuyers>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveGuide({ guide }: { guide: Guide }) {
  const navigate = useNavigate()
  const remove = useRemoveGuide(() => void navigate({ to: '/orderguides' }))
  return (
    <ConfirmButton
      label="Delete"
      question="Delete this order guide?"
      isDestructive
      isPending={remove.isPending}
      confirm={() => remove.mutate({ params: { id: guide._id } })}
    >
      <p>
        <strong>{guide.name}</strong> will be deleted for all users of your business.
      </p>
    </ConfirmButton>
  )
}

interface Props {
  guide: { _id: string; name: string }
  isOpen: boolean
  close: () => void
}

function NameDialog({ guide, isOpen, close }: Props) {
  const [name, setName] = useState(guide.name)
  const rename = useRenameGuide(close)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim()) rename.mutate({ params: { id: guide._id }, body: { name: name.trim() } })
  }
  return (
    <Dialog isOpen={isOpen} title="Rename order guide" close={close}>
      <form className={forms.form} onSubmit={submit}>
        <LimitedInput
          label="Name"
          required
          most={80}
          value={name}
          error={errorOf(rename, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormActions cancel={close}>
          <Button type="submit" loading={rename.isPending}>
            Rename
          </Button>
        </FormActions>
      </form>
    </Dialog>
  )
}
