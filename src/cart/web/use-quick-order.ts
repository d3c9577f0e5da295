import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ProductCard } from '#catalogue/contract.ts'
import { buyerPriceOf } from '#catalogue/web/buyer-price.tsx'
import type { Answer } from '#shared/endpoint.ts'
import { readPieces } from '#shared/read-number.ts'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { session } from '#web/session.ts'
import { toastError, toastSuccess, toastWarning } from '#web/toast.ts'
import { moreOf } from '../cart.ts'
import { mostQuickLines, quickOrder } from '../contract.ts'
import type { WrittenLine } from '../read-lines.ts'
import { addItem, cart } from './store.ts'

type Verdict =
  | 'ok'
  | 'specialOrder'
  | 'short'
  | 'soldOut'
  | 'overLimit'
  | 'underMinimum'
  | 'packMultiple'
  | 'several'
  | 'unknown'
  | 'noQuantity'
  | 'checking'
  | 'refused'

export interface QuickLine extends WrittenLine {
  id: number
  verdict: Verdict
  /** The product; several to choose from. */
  products: ProductCard[]
  available?: number
  /** Not looked at since it was typed. */
  isEdited?: boolean
  /** Why it cannot be taken, or what should be known of it. */
  reason?: string
}

const isGood = ({ verdict, isEdited }: QuickLine): boolean =>
  !isEdited && (verdict === 'ok' || verdict === 'specialOrder')

/** Lines on their way into the cart: each is looked at by the server first, and only what is good goes in. */
export const useQuickOrder = () => {
  const [lines, setLines] = useState<QuickLine[]>([])
  const last = useRef(0)
  const asked = useRef(0)
  const { mutate, isPending } = useMutation({
    mutationFn: (checked: QuickLine[]) =>
      call(quickOrder.check, {
        body: { lines: checked.map(({ code, quantity }) => ({ code: code.trim(), quantity: piecesOf(quantity) })) },
      }),
  })

  /** All lines are looked at together: those of one product share its stock. */
  const check = (all: QuickLine[]) => {
    const turn = ++asked.current
    const checkable = all.filter(({ code, quantity }) => code.trim() !== '' && isQuantity(quantity))
    // What was not touched keeps its verdict meanwhile, and can be added.
    setLines(
      all.map(({ isEdited, ...line }) => ({
        ...line,
        ...(isEdited && { verdict: isQuantity(line.quantity) && line.code.trim() !== '' ? 'checking' : 'noQuantity' }),
      })),
    )
    if (checkable.length === 0) return
    mutate(checkable, {
      onSuccess: (answer) => {
        if (turn === asked.current) setLines((now) => judged(now, checkable, answer))
      },
      onError: (error) => toastError(error instanceof ApiError ? error.message : 'The lines could not be checked.'),
    })
  }

  const add = (written: WrittenLine[]) => {
    const room = mostQuickLines - lines.length
    if (written.length > room) toastWarning('At most 1,000 lines at once: the rest was left out.')
    const added = written.slice(0, room).map((line): QuickLine => {
      last.current += 1
      return { ...line, id: last.current, verdict: 'checking', products: [], isEdited: true }
    })
    check([...lines, ...added])
  }

  const addGood = () => {
    const left = lines.flatMap((line) => {
      const reason = isGood(line) ? putIntoCart(line) : ''
      if (reason === null) return []
      return [reason ? { ...line, verdict: 'refused' as const, reason } : line]
    })
    const count = lines.length - left.length
    setLines(left)
    if (count > 0) toastSuccess(count === 1 ? '1 line added to the cart' : `${count} lines added to the cart`)
  }

  return {
    lines,
    good: lines.filter(isGood).length,
    isChecking: isPending,
    add,
    change: (id: number, patch: Partial<WrittenLine>) =>
      setLines((now) => now.map((line) => (line.id === id ? { ...line, ...patch, isEdited: true } : line))),
    /** Once something was edited. */
    recheck: () => {
      if (lines.some(({ isEdited }) => isEdited)) check(lines)
    },
    choose: (id: number, product: ProductCard) =>
      check(lines.map((line) => (line.id === id ? { ...line, code: product.slug, isEdited: true } : line))),
    /** As many as there are. */
    take: (id: number, pieces: number) =>
      check(lines.map((line) => (line.id === id ? { ...line, quantity: String(pieces), isEdited: true } : line))),
    remove: (id: number) => setLines((now) => now.filter((line) => line.id !== id)),
    addGood,
  }
}
export type QuickOrder = ReturnType<typeof useQuickOrder>

const piecesOf = (quantity: string): number => readPieces(quantity) ?? 0
const isQuantity = (quantity: string): boolean => piecesOf(quantity) >= 1 && piecesOf(quantity) <= 9_999

/** The lines with what was answered to those that were asked about. */
const judged = (now: QuickLine[], asked: QuickLine[], answer: Answer<typeof quickOrder.check>): QuickLine[] => {
  const products = new Map(answer.products.map((product) => [product._id, product]))
  const verdicts = new Map(asked.map(({ id }, at) => [id, answer.lines[at]]))
  return now.map(({ reason: _, available: __, ...line }) => {
    const found = verdicts.get(line.id)
    return found ? { ...line, ...found, products: found.products.flatMap((id) => products.get(id) ?? []) } : line
  })
}

/** Null when the cart took it, else why not. */
const putIntoCart = ({ products: [product], quantity }: QuickLine): string | null => {
  if (!product) return 'This product is not there any more.'
  const item = moreOf(cart(), { ...product, price: buyerPriceOf(product, session().user?.email) }, piecesOf(quantity))
  if (typeof item === 'string') return item
  addItem(item)
  return null
}
