import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseWeakPassword } from './check-password.ts'

const ann = { email: 'ann.wallace@acme.example', name: 'Ann', lastName: 'Wallace', companyName: 'Acme Pharmacy' }

for (const weak of [
  'password',
  'Password123!',
  'P@ssw0rd',
  'passwordpassword',
  'qwertyuiop',
  '12345678',
  '87654321',
  'aaaaaaaaaaaa',
  'abababab',
  'abcdefgh',
  '19841984',
  'Apotheca2026',
  'apotheca-demo',
  'Apotheca.Demo1',
  'annwallace1',
  'ann.wallace@acme.example',
  'AcmePharmacy1!',
  '1q2w3e4r5t',
  'zaq12wsx',
  'ZAQ12wsx!',
  'mustang6',
  'q1w2e3r4',
  'jordan23',
  'slipknot',
  'nascar24',
  'cocacola',
])
  test(`"${weak}" is refused`, () => assert.throws(() => refuseWeakPassword(weak, ann), { status: 400 }))

for (const good of [
  'correct horse battery',
  'violet-anchor-17',
  'Tr0ubadour&3',
  'ünïcödé-geheim',
  'password is a bad one',
])
  test(`"${good}" is accepted`, () => assert.doesNotThrow(() => refuseWeakPassword(good, ann)))
