import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { requests } from '../requests/contract.ts'

export const useTraceRequests = (page: number, answered: boolean) =>
  useQuery({ ...queryOf(requests.list, { query: { page, answered } }), placeholderData: keepPreviousData })

export const useTraceRequest = (id: string) => useQuery(queryOf(requests.byId, { params: { id } }))

export const useRecordRequest = () => useChange(requests.record, { refresh: [requests.list], quiet: isAboutFields })

export const useCloseRequest = () =>
  useChange(requests.close, { refresh: [requests.byId, requests.list], refreshesAlways: true })

const halfMinute = 30_000

/** The time, renewed often enough that the clock of a request stays true while its page is open. */
export const useTime = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), halfMinute)
    return () => clearInterval(timer)
  }, [])
  return now
}
