import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, readIdentifier } from './read-identifier.ts'

const cases: [uri: string, kind: string, key: string][] = [
  ['urn:epc:id:sgtin:030001.0012345.11', 'item', '00300010123455/11'],
  ['urn:epc:id:sgtin:030001.1012345.110', 'item', '10300010123452/110'],
  ['https://id.gs1.org/01/00300010123455/21/11', 'item', '00300010123455/11'],
  ['https://any.example/path/01/00300010123455/10/A123/21/11?17=280327', 'item', '00300010123455/11'],
  ['urn:epc:id:sgtin:030001.0012345.A%2F1.b', 'item', '00300010123455/A/1.b'],
  ['urn:epc:idpat:sgtin:030001.0012345.*', 'class', '00300010123455//'],
  ['urn:epc:class:lgtin:4012345.012345.998877', 'class', '04012345123456//998877'],
  ['https://id.gs1.org/01/00300010123455/10/998877', 'class', '00300010123455//998877'],
  ['urn:epc:id:sscc:030001.41234567890', 'container', '403000112345678901'],
  ['https://id.gs1.org/00/403000112345678901', 'container', '403000112345678901'],
  ['urn:epc:id:sgln:030001.111111.0', 'place', '0300011111116'],
  ['urn:epc:id:sgln:030001.111111.400', 'place', '0300011111116.400'],
  ['https://id.example.com/414/0300011111116', 'place', '0300011111116'],
  ['urn:epc:id:pgln:030001.111111', 'place', '0300011111116'],
  ['urn:epc:id:grai:4012345.55555.987', 'other', 'urn:epc:id:grai:4012345.55555.987'],
  ['https://id.example.com/8003/030013450007718765', 'other', 'https://id.example.com/8003/030013450007718765'],
  ['urn:epc:id:sgtin:0300.0012345.11', 'malformed', 'urn:epc:id:sgtin:0300.0012345.11'],
  ['urn:epc:id:sgtin:030001.0012345', 'malformed', 'urn:epc:id:sgtin:030001.0012345'],
  ...['1%00', '1%', '1%0', '1%ZZ', '1%C3', '1%20', '1%C3%A9', '1é', '1#', '1%0A', '%40'].flatMap(
    (serial): [string, string, string][] =>
      [`urn:epc:id:sgtin:030001.0012345.${serial}`, `https://id.gs1.org/01/00300010123455/21/${serial}`].flatMap(
        (uri) => (uri.startsWith('https') && serial.endsWith('#') ? [] : [[uri, 'malformed', uri]]),
      ),
  ),
  ['urn:epc:id:sgtin:030001.0012345.%22%25%26%2F%3C%3E%3F', 'item', '00300010123455/"%&/<>?'],
  ["urn:epc:id:sgtin:030001.0012345.!'()*+,-.:;=_aZ", 'item', "00300010123455/!'()*+,-.:;=_aZ"],
  ['https://id.gs1.org/01/00300010123455/21/A%2FB%25', 'item', '00300010123455/A/B%'],
  [
    'https://id.gs1.org/01/00300010123455/10/L%20T/21/1',
    'malformed',
    'https://id.gs1.org/01/00300010123455/10/L%20T/21/1',
  ],
  ['urn:epc:class:lgtin:030001.0012345.A%2F1', 'class', '00300010123455//A/1'],
  ['urn:epc:class:lgtin:030001.0012345.A%001', 'malformed', 'urn:epc:class:lgtin:030001.0012345.A%001'],
  ['urn:epc:id:sgln:030001.111111.1%00', 'malformed', 'urn:epc:id:sgln:030001.111111.1%00'],
  ['urn:epc:id:grai:4012345.55555.a%00', 'other', 'urn:epc:id:grai:4012345.55555.a%00'],
  ['https://id.gs1.org/01/00300010123456/21/11', 'malformed', 'https://id.gs1.org/01/00300010123456/21/11'],
]

for (const [uri, kind, key] of cases)
  test(`${uri} is ${kind} ${key}`, () => {
    const identifier = readIdentifier(uri)
    assert.deepEqual({ kind: identifier.kind, key: keyOf(identifier) }, { kind, key })
  })
