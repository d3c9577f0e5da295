import { stateCode } from '#shared/us-states.ts'

/** `PH-31207` and `ph 31207` are the same number. */
export const plainNumber = (number: string): string => number.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

const companyForms = /\b(?:INC|INCORPORATED|LLC|LLP|LP|LTD|CORP|CORPORATION|CO|COMPANY|PLLC|PC|PA|THE|DBA)\b/g

/** Case, punctuation and the company's legal form do not count. */
export const plainName = (name: string): string =>
  plainWords(name).replaceAll(companyForms, ' ').replaceAll(/\s+/g, ' ').trim()

const shortWords: Readonly<Record<string, string>> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  ROAD: 'RD',
  DRIVE: 'DR',
  LANE: 'LN',
  COURT: 'CT',
  PLACE: 'PL',
  SQUARE: 'SQ',
  HIGHWAY: 'HWY',
  PARKWAY: 'PKWY',
  SUITE: 'STE',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
}

/** Case, punctuation, usual abbreviations, ZIP+4 and the country do not count. */
export const plainAddress = (address: string): string =>
  plainWords(address.replaceAll(/\b(\d{5})-\d{4}\b/g, '$1'))
    .split(' ')
    .map((word) => shortWords[word] ?? (stateCode(word) || word))
    .filter((word) => word !== 'US' && word !== 'USA')
    .toSorted()
    .join(' ')

/** Capitals and digits only. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll('&', ' AND ')
    .replaceAll(/[^A-Z\d]+/g, ' ')
    .trim()
