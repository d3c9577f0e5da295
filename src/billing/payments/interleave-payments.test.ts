import { startChance } from '#platform/testing-seed.ts'
import { interleavePayments } from './testing-interleavings.ts'

const chance = startChance()

// Some of the sequences, drawn anew for each provider; interleave-payments.prove.ts goes through all.
await interleavePayments({
  choose: (all) => Array.from({ length: 6 }, () => all[Math.floor(chance() * all.length)] ?? []),
  rounds: 5,
})
