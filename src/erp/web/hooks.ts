import { useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { queryOf, useChange, call } from '#web/api.ts'
import { mayHeal } from '#web/api-error.ts'
import { erpCalls, type Started, type SyncKind, type SyncRun } from '../contract.ts'
import { toastError, toastSuccess } from '#web/toast.ts'
import { runSentence } from './run-sentence.ts'

const secondsBetweenLooks = 5

/** Polls, so that the page shows runs as they progress. */
export const useErpState = () => useQuery({ ...queryOf(erpCalls.state), refetchInterval: secondsBetweenLooks * 1_000 })

export const useErpAges = () => useQuery({ ...queryOf(erpCalls.ages), staleTime: 60_000, refetchInterval: 120_000 })

export const useErpCheck = () => useChange(erpCalls.check)

export const useClearAlarm = () => useChange(erpCalls.clearException, { refresh: [erpCalls.state] })

const secondsBetweenWatches = 1
const longestWatchMinutes = 30

type Reading = (typeof erpCalls)['sync' | 'refreshOrderStatuses' | 'importAllSap' | 'updateShippingAddress']

/** Starts a read of the ERP and reports the outcome, even if the user has left the page. */
const useReading = <R extends Reading>(reading: R, kind: SyncKind) => {
  const client = useQueryClient()
  return useChange(reading, { success: null, onSuccess: (started) => void notify(client, started as Started, kind) }) // the reply of each of them
}

export const useSync = (kind: SyncKind) => useReading(erpCalls.sync, kind)
export const useRefreshStatuses = () => useReading(erpCalls.refreshOrderStatuses, 'orders')
export const useImportOrders = () => useReading(erpCalls.importAllSap, 'orders')
export const useUpdateAddresses = () => useReading(erpCalls.updateShippingAddress, 'addresses')

const notify = async (client: QueryClient, { message, run }: Started, kind: SyncKind): Promise<void> => {
  void client.invalidateQueries({ queryKey: [erpCalls.state.path] })
  if (isOpen(run)) toastSuccess(message)
  const ended = await watch(run)
  if (!ended) return
  if (ended.state === 'failed') toastError(ended.message)
  else
    toastSuccess(
      ended.notes.length > 0 ? `${runSentence(ended)} See the Sync page for what needs attention.` : runSentence(ended),
    )
  // Lists of orders, invoices and customers may have changed.
  if (ended.added + ended.changed > 0) void client.invalidateQueries()
  else void client.invalidateQueries({ queryKey: [erpCalls.state.path] })
  if (kind !== 'sweep') void client.invalidateQueries({ queryKey: [erpCalls.ages.path] })
}

const isOpen = ({ state }: SyncRun) => state === 'waiting' || state === 'running'

/** The run once it has ended; null if its state is unknown. */
const watch = async (started: SyncRun): Promise<SyncRun | null> => {
  let run = started
  for (const until = Date.now() + longestWatchMinutes * 60_000; isOpen(run);) {
    if (Date.now() > until) return null
    await new Promise((resume) => setTimeout(resume, secondsBetweenWatches * 1_000))
    try {
      run = await call(erpCalls.run, { params: { id: run._id } })
    } catch (error) {
      if (!mayHeal(error)) return null
    }
  }
  return run
}
