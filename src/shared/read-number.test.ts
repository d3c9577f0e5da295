import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFarFrom, readAmount, readPieces, readUnsigned } from './read-number.ts'

test('amounts are read as users write them, to the cent, or not at all', () => {
  const cases: [string, number | null][] = [
    ['1,234.56', 1_234.56],
    ['$1,234.56', 1_234.56],
    [' $ 21,799.91 ', 21_799.91],
    ['1234.5', 1_234.5],
    ['1,100', 1_100],
    ['1,234,567.8', 1_234_567.8],
    ['12 USD', 12],
    ['0', 0],
    ['.5', 0.5],
    ['5.', 5],
    ['1.005', 1.01],
    ['12.345', 12.35],
    ['19.999', 20],
    ['1,23', null],
    ['1,2345', null],
    ['12,34,567', null],
    ['1.234,56', null],
    ['1.234.567', null],
    ['1 234.56', null],
    [',5', null],
    ['0,123', null],
    ['-5', null],
    ['1e3', null],
    ['0x10', null],
    ['$', null],
    ['.', null],
    ['', null],
    ['twelve', null],
    ['€5', null],
    ['9'.repeat(400), null],
  ]
  for (const [typed, meant] of cases) assert.equal(readAmount(typed), meant, typed)
})

test('counts are whole numbers', () => {
  const cases: [string, number | null][] = [
    ['12', 12],
    [' 1,200 ', 1_200],
    ['-3', -3],
    ['+3', 3],
    ['−3', -3],
    ['12.0', 12],
    ['0', 0],
    ['1,2', null],
    ['1.200', null],
    ['1.5', null],
    ['--3', null],
    ['1e3', null],
    ['', null],
  ]
  for (const [typed, meant] of cases) {
    assert.equal(readPieces(typed), meant, typed)
    assert.equal(readUnsigned(typed), meant !== null && meant < 0 ? null : meant, typed)
  }
})

test('a factor of more than ten is far', () => {
  assert.equal(isFarFrom(21.79, 21_799.91), true)
  assert.equal(isFarFrom(1_234.56, 12.35), true)
  assert.equal(isFarFrom(100, 10), false)
  assert.equal(isFarFrom(10, 100), false)
  assert.equal(isFarFrom(0, 5), true)
  assert.equal(isFarFrom(5, 0), false, 'nothing is known of what has no price yet')
})
