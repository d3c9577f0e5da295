import type { Chance } from './chance.ts'

/** Parcel numbers with true check digits; now and then two parcels, now and then padded with zeros as some label printers do. */
export const trackingNumbers = (order: string, shipVia: string, chance: Chance) => {
  const parcels = chance(order, 'parcels') < 0.2 ? 2 : 1
  return Array.from({ length: parcels }, (_, parcel) => {
    const digits = (length: number, part: string) =>
      String(Math.floor(chance(order, part, parcel) * 10 ** length)).padStart(length, '0')
    const number = shipVia.toUpperCase().includes('FEDEX')
      ? fedEx(`${7 + Math.floor(chance(order, 'series', parcel) * 3)}${digits(9, 'parcel')}${digits(1, 'last')}`)
      : ups(`A19E70${shipVia.includes('OVERNIGHT') ? '01' : '03'}${digits(7, 'parcel')}`)
    return chance(order, 'padded', parcel) < 0.25 ? `000${number}` : number
  }).join(',')
}

/** 1Z, six of the shipper, two of the service, seven of the parcel, a modulo-10 check digit (letters count as (code - 63) % 10). */
export const ups = (serial: string) => {
  const sum = [...serial].reduce((total, sign, position) => {
    const value = /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10
    return total + value * (position % 2 === 0 ? 1 : 2)
  }, 0)
  return `1Z${serial}${(10 - (sum % 10)) % 10}`
}

/** Eleven digits and a check digit: weights 3, 1, 7, modulo 11, then modulo 10. */
export const fedEx = (serial: string) => {
  const weights = [3, 1, 7]
  const sum = [...serial].reduce((total, digit, position) => total + Number(digit) * (weights[position % 3] ?? 0), 0)
  return `${serial}${(sum % 11) % 10}`
}
