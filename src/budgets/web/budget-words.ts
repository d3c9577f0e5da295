import type { Period } from '../budget-shapes.ts'

export const periodWords: Record<Period, string> = { month: 'Month', quarter: 'Quarter' }
