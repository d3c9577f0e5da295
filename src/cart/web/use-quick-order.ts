import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProductCard } from '#catalog/contract.ts'
import type { Answer } from '#shared/endpoint.ts'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { toastError, toastSuccess, toastWarning } from '#web/toast.ts'
import { maxLines } from '../cart.ts'
import { maxQuickLines, quickOrder } from '../contract.ts'
import { putIntoCart } from './add-list.ts'
import { type OrderSource, readDraft, saveDraft } from './quick-draft.ts'
import {
  isCheckable,
  piecesOf,
  type QuickLine,
  lineState,
  typedLine,
  withoutOuterUnit,
  type WrittenLine,
} from './quick-line.ts'
import { useCart } from './store.ts'

type Checked = Answer<typeof quickOrder.check>

const callServer = (lines: readonly QuickLine[]): Promise<Checked> =>
  call(quickOrder.check, {
    body: {
      lines: lines.map(({ code, quantity }) => {
        const pieces = piecesOf(quantity)
        return { code: code.trim(), ...(pieces !== null && { quantity: pieces }) }
      }),
    },
  })

/** The server's results; apply them unless a newer check was started. */
export interface Check {
  products: ReadonlyMap<string, ProductCard>
  isLatest: () => boolean
  apply: (now: QuickLine[]) => QuickLine[]
}

/** Lines on their way to the cart: the server checks each one, and only good lines are added. */
export const useQuickOrder = (whose: string) => {
  const [saved] = useState(() => readDraft(whose))
  const [lines, current, setLines] = useCurrent<QuickLine[]>(() => saved.lines.map(unchecked))
  const [sources, setSources] = useState<OrderSource[]>(saved.sources)
  const [isAdding, setIsAdding] = useState(false)
  const last = useRef(Math.max(0, ...[...saved.lines, ...saved.sources].map(({ id }) => id)))
  const turn = useRef(0)
  const { mutateAsync, isPending } = useMutation({ mutationFn: callServer })
  const fitting = useFitting(lines)
  useEffect(() => saveDraft(whose, { lines, sources }), [whose, lines, sources])

  /** All lines are checked together because lines of one product share its stock. */
  const ask = async (all: readonly QuickLine[]): Promise<Check> => {
    const mine = ++turn.current
    const asked = all.filter(isCheckable)
    const answer = asked.length > 0 ? await mutateAsync(asked) : { lines: [], products: [] }
    const byId = new Map(answer.products.map((product) => [product._id, product]))
    return {
      products: new Map(asked.flatMap(({ code }, at) => productOf(answer.lines[at], byId).map((one) => [code, one]))),
      isLatest: () => mine === turn.current,
      apply: (now) => checkedLines(now, { asked, answer, byId }),
    }
  }

  const check = (all: QuickLine[]) => {
    setLines(() => all.map(({ isEdited, ...line }) => (isEdited ? { ...line, verdict: 'unchecked' } : line)))
    ask(all).then(
      ({ isLatest, apply }) => isLatest() && setLines(apply),
      (error: unknown) =>
        toastError(error instanceof ApiError ? error.message : 'The lines could not be checked. Try again.'),
    )
  }
  // Lines from an earlier page load must be checked again.
  const checkFirst = useRef(() => current().length > 0 && check(current()))
  useEffect(() => void checkFirst.current(), [])

  const numbered = (written: readonly WrittenLine[]): QuickLine[] =>
    written.map((line) => unchecked({ ...line, id: ++last.current }))

  const addGood = async () => {
    const good = current().filter(({ id }) => fitting.ids.has(id))
    setIsAdding(true)
    try {
      const wanted = good.flatMap(({ products: [product], quantity }) =>
        product ? [{ product, quantity: piecesOf(quantity) ?? 0 }] : [],
      )
      const reasons = new Map((await putIntoCart(wanted)).map((reason, at) => [good[at]?.id, reason]))
      setLines((now) => now.flatMap((line) => afterAdding(line, reasons.get(line.id))))
      const count = [...reasons.values()].filter((reason) => reason === null).length
      if (count > 0) toastSuccess(count === 1 ? '1 line added to the cart' : `${count} lines added to the cart`)
      if (count < reasons.size) toastWarning('Some lines were not added. They are still in the list, with the reasons.')
    } catch (error) {
      toastError(
        error instanceof ApiError && error.status > 0 && error.status < 500
          ? error.message
          : 'The portal did not answer. Your lines are still here. Try again.',
      )
    }
    setIsAdding(false)
  }

  return {
    lines,
    current,
    sources,
    isChecking: isPending,
    isAdding,
    fitting,
    ask,
    numbered,
    room: () => maxQuickLines - current().length,
    /** Adds a typed or scanned line. */
    add: (line: Pick<WrittenLine, 'code' | 'quantity'> & Partial<WrittenLine>) => {
      if (current().length >= maxQuickLines) return toastWarning('A quick order can have at most 1,000 lines.')
      check([...current(), ...numbered([{ ...typedLine, ...line }])])
    },
    /** Adds checked lines, replacing those of the same source. */
    put: (source: Omit<OrderSource, 'id'>, { added, check: checked, replaces }: Put) => {
      const id = replaces ?? ++last.current
      const isOther = (one: { source: number }) => replaces === undefined || one.source !== replaces
      setLines((now) => checked.apply([...now.filter(isOther), ...added.map((line) => ({ ...line, source: id }))]))
      setSources((now) => [...now.filter((one) => one.id !== id), { ...source, id }])
      if (!checked.isLatest()) check(current())
    },
    dismiss: (source: number) => setSources((now) => now.filter(({ id }) => id !== source)),
    clear: () => {
      setLines(() => [])
      setSources([])
    },
    change: (id: number, patch: Partial<Pick<WrittenLine, 'code' | 'quantity'>>) =>
      setLines((now) => now.map((line) => (line.id === id ? edited(line, patch) : line))),
    /** Checks again after an edit. */
    recheck: () => {
      if (current().some(({ isEdited }) => isEdited)) check(current())
    },
    checkAgain: () => check(current()),
    choose: (id: number, product: ProductCard) =>
      check(current().map((line) => (line.id === id ? edited(line, { code: product.slug }) : line))),
    /** Orders the available quantity. */
    take: (id: number, pieces: number) =>
      check(current().map((line) => (line.id === id ? edited(line, { quantity: String(pieces) }) : line))),
    /** Confirms that the written number is in sales units. */
    acceptUnits: (ids: readonly number[]) =>
      setLines((now) => now.map((line) => (ids.includes(line.id) ? { ...line, unit: '' } : line))),
    remove: (id: number) => setLines((now) => now.filter((line) => line.id !== id)),
    addGood,
  }
}
export type QuickOrder = ReturnType<typeof useQuickOrder>

/** A state whose current value is also visible to callbacks created before it changed. */
const useCurrent = <T>(first: () => T): [T, () => T, (change: (now: T) => T) => void] => {
  const [state, setState] = useState(first)
  const current = useRef(state)
  const [tools] = useState(() => ({
    read: () => current.current,
    change: (change: (now: T) => T) => {
      current.current = change(current.current)
      setState(current.current)
    },
  }))
  return [state, tools.read, tools.change]
}

interface Put {
  added: readonly QuickLine[]
  check: Check
  replaces?: number | undefined
}

const unchecked = (line: WrittenLine & { id: number }): QuickLine => ({ ...line, verdict: 'unchecked', products: [] })

/** An edit replaces the text that was read and resolves its problem. */
const edited = (line: QuickLine, patch: Partial<Pick<WrittenLine, 'code' | 'quantity'>>): QuickLine => {
  const isQuantity = patch.quantity !== undefined
  const isAboutCode = line.problem === 'severalCodes' || line.problem === 'noCode'
  const isAnswered = isAboutCode ? !isQuantity : isQuantity
  return {
    ...line,
    ...patch,
    isEdited: true,
    ...(isQuantity && { unit: '' }),
    ...(isAnswered && { problem: null, said: isAboutCode ? line.said : '' }),
  }
}

const productOf = (
  found: Checked['lines'][number] | undefined,
  byId: ReadonlyMap<string, ProductCard>,
): ProductCard[] => {
  const [id = '', another] = found?.products ?? []
  const product = another ? undefined : byId.get(id)
  return product ? [product] : []
}

interface Params {
  asked: readonly QuickLine[]
  answer: Checked
  byId: ReadonlyMap<string, ProductCard>
}

/** Merges the results into lines that have not changed since the check started. */
const checkedLines = (now: QuickLine[], { asked, answer, byId }: Params): QuickLine[] => {
  const found = new Map(asked.map((line, at) => [line.id, { line, said: answer.lines[at] }]))
  return now.map((line) => {
    const { line: before, said } = found.get(line.id) ?? {}
    if (!said || before?.code !== line.code || before.quantity !== line.quantity) return line
    const { reason: _, available: __, isEdited: ___, ...rest } = line
    return withoutOuterUnit({ ...rest, ...said, products: said.products.flatMap((id) => byId.get(id) ?? []) })
  })
}

const afterAdding = (line: QuickLine, reason: string | null | undefined): QuickLine[] => {
  if (reason === undefined) return [line]
  return reason === null ? [] : [{ ...line, verdict: 'refused', reason }]
}

/** The good lines that fit into the cart, in order, and the number that do not. */
const useFitting = (lines: readonly QuickLine[]) => {
  const inCart = useCart(({ cartItems }) => cartItems)
  const products = new Set(inCart.map(({ _id }) => _id))
  const ids = new Set<number>()
  let left = 0
  for (const line of lines) {
    const [product] = line.products
    if (!product || lineState(line).kind !== 'good') continue
    if (products.has(product._id) || products.size < maxLines) {
      products.add(product._id)
      ids.add(line.id)
    } else left += 1
  }
  return { ids, left, inCart: inCart.length }
}
