import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Endpoint, orderingForHeader, type Reply, type Sent } from '#shared/endpoint.ts'
import { ApiError, failureOf } from './api-error.ts'
import { callAddress } from './api-address.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { readFirstAnswer, takeFirstAnswer } from './first-answer.ts'
import { makePresses } from './one-press.ts'
import { chooseCustomer, customer } from './ordering-for.ts'
import { noteFailure } from './outage.ts'
import { promptPassword } from './password-question.ts'
import { session } from './session.ts'
import { clearToasts, toastError, toastSuccess } from './toast.ts'

interface Options {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Is shown the headers of a good answer: lists say there how long they are. */
  onHeaders?: (headers: Headers) => void
}

/** An endpoint that declares no parts is called without any. */
type Args<E extends Endpoint> =
  {} extends Sent<E> ? [sent?: Sent<E>, options?: Options] : [sent: Sent<E>, options?: Options]

let factorNeeded: () => void = () => {}

/** Sets where somebody goes whose role needs a second factor first. */
export const onFactorNeeded = (needed: () => void): void => {
  factorNeeded = needed
}

const textOf = (body: unknown): string | Blob => (body instanceof Blob ? body : JSON.stringify(body))

/** Calls the API; a blob is a body that was written as JSON already. It waits as long as the server takes; a refusal or a failure is thrown as `ApiError`. */
export const call = async <E extends Endpoint>(endpoint: E, ...[sent, options]: Args<E>): Promise<Reply<E>> => {
  const parts: { params?: unknown; query?: unknown; body?: unknown } = sent ?? {}
  const address = callAddress(endpoint.path, parts)
  const chosen = customer()
  // What the page asked before this code was there, it asked for nobody.
  const ahead = chosen ? undefined : takeFirstAnswer(address, session().user?.token)
  const first = ahead && (await ahead)
  const response =
    (first?.status === 401 ? null : first) ??
    (await reach(address, {
      method: endpoint.method,
      headers: {
        ...(chosen && { [orderingForHeader]: chosen._id }),
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...options?.headers,
      },
      ...(parts.body !== undefined && { body: textOf(parts.body) }),
      ...(options?.signal && { signal: options.signal }),
    }))
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  const reply: unknown = isText ? await response.text() : await response.json().catch(() => null)
  if (response.ok) {
    options?.onHeaders?.(response.headers)
    return reply as Reply<E> // the server's reply guard made it so
  }
  const failure = failureOf(response.status, reply)
  noteFailure(failure)
  if (failure.details['factorNeeded'] === true) factorNeeded()
  if (failure.details['customerGone'] === true && customer()?._id === chosen?._id) chooseCustomer(null)
  if (failure.details['passwordNeeded'] === true && (await promptPassword()))
    return call(endpoint, ...([sent, options] as Args<E>)) // as it was given
  throw failure
}

/** A read for `useQuery`, kept under the endpoint's path and what was sent. */
export const queryOf = <E extends Endpoint>(endpoint: E, ...[sent]: Args<E>) =>
  queryOptions<Reply<E>, ApiError, Reply<E>, readonly [string, Sent<E>?]>({
    queryKey: sent ? [endpoint.path, sent] : [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, ...([sent, { signal }] as Args<E>)), // Args only says whether `sent` may be left out
  })

/** What is known of an answer before it is asked for, so that a screen is drawn whole at once. */
export const prefetched = <E extends Endpoint>(endpoint: E, ...[sent]: Args<E>): Reply<E> | undefined =>
  customer()
    ? undefined
    : // The page asked the very address that this call has.
      (readFirstAnswer(callAddress(endpoint.path, sent ?? {}), session().user?.token) as Reply<E> | undefined)

interface Change<E extends Endpoint> {
  /** Reads that are stale once this change has happened. */
  refresh?: Endpoint[]
  /** True when a refusal changes something too. */
  refreshesAlways?: boolean
  success?: string | ((reply: Reply<E>) => string)
  headers?: (sent: Sent<E>) => Record<string, string>
  /** True for an error that the screen shows itself, so that no toast is raised. */
  quiet?: (error: ApiError) => boolean
  onSuccess?: (reply: Reply<E>, sent: Sent<E>) => unknown
}

/**
 * A write; it tells the user how it went, once, and refreshes what it made stale. Pressed twice it happens once: the second
 * press counts for nothing, and the server knows a repeat whose first answer was lost by its key.
 */
export const useChange = <E extends Endpoint>(endpoint: E, change: Change<E> = {}) => {
  const client = useQueryClient()
  const refresh = () => {
    for (const { path } of change.refresh ?? []) void client.invalidateQueries({ queryKey: [path] })
  }
  const [presses] = useState(() => makePresses())
  const headersFor = (sent: Sent<E>) => ({ 'idempotency-key': presses.keyOf(sent), ...change.headers?.(sent) })
  const mutation = useMutation<Reply<E>, ApiError, Sent<E>>({
    mutationFn: (sent) => answerToUser(call(endpoint, ...([sent, { headers: headersFor(sent) }] as Args<E>))), // as above
    onSuccess: async (reply, sent) => {
      if (change.success) toastSuccess(typeof change.success === 'string' ? change.success : change.success(reply))
      refresh()
      await change.onSuccess?.(reply, sent)
    },
    onError: (error) => {
      if (!change.quiet?.(error)) toastError(error.message)
      if (change.refreshesAlways) refresh()
    },
    onSettled: (_reply, error, sent) => presses.end(sent, error === null),
  })
  const mutate: typeof mutation.mutate = (...given) => {
    if (!presses.begin(given[0])) return
    // What is told next is about this press, not about the one before.
    clearToasts()
    mutation.mutate(...given)
  }
  const mutateAsync: typeof mutation.mutateAsync = async (...given) =>
    presses.begin(given[0]) ? mutation.mutateAsync(...given) : neverAnswered
  return { ...mutation, mutate, mutateAsync }
}

/** For a press that counts for nothing. */
const neverAnswered = new Promise<never>(() => {})

/** After a sign-out nobody learns how an act of the former user went. */
const answerToUser = async <R>(answer: Promise<R>): Promise<R> => {
  const actor = session().user?._id
  await answer.catch(() => {})
  return session().user?._id === actor ? answer : neverAnswered
}

const reach = async (address: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetchAsUser(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    const failure = new ApiError(0, 'The portal cannot be reached. Check your connection and try again.', {})
    noteFailure(failure)
    throw failure
  }
}
