import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { traceability } from '../contract.ts'
import { deliveries } from '../deliveries/contract.ts'
import { sendFile } from './send-file.ts'

export const useDocuments = (page: number, work: boolean) =>
  useQuery({ ...queryOf(traceability.documents, { query: { page, work } }), placeholderData: keepPreviousData })

export const useDocument = (id: string) => useQuery(queryOf(traceability.document, { params: { id } }))

export const useAccept = () =>
  useChange(traceability.accept, { refresh: [traceability.document, traceability.documents] })

export const useMatchAgain = () =>
  useChange(traceability.matchAgain, {
    refresh: [traceability.document, traceability.documents, deliveries.conflicts, deliveries.missing],
  })

export const useMissing = (page: number) =>
  useQuery({ ...queryOf(deliveries.missing, { query: { page } }), placeholderData: keepPreviousData })

export const useConflicts = (page: number) =>
  useQuery({ ...queryOf(deliveries.conflicts, { query: { page } }), placeholderData: keepPreviousData })

export const useShipments = (query: { page?: number; q?: string; order?: string }) =>
  useQuery({ ...queryOf(traceability.shipments, { query }), placeholderData: keepPreviousData })

export const useShipment = (id: string) => useQuery(queryOf(traceability.shipment, { params: { id } }))

/** Uploads one document; throws the refusal with its reasons. */
export const uploadDocument = async (file: File): Promise<string> => {
  const reply = await sendFile(traceability.receive.path, file)
  return (reply as { _id: string })._id // the server validated its reply
}
