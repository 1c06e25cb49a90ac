import { expect, test } from 'vitest'
import { facesOf } from '../src/parts/Rolled.svelte'

test('dice have pips, or a tone and a number', () => {
  expect(facesOf(['4', '6'])).toEqual([{ tone: '', face: '4' }, { tone: '', face: '6' }])
  expect(facesOf(['red_0', 'yellow_6'])).toEqual([{ tone: 'red', face: '0' }, { tone: 'yellow', face: '6' }])
})

test('what is not a face is left to the words', () => {
  expect(facesOf(['engineer', 'scanner'])).toEqual([])
  expect(facesOf(['7'])).toEqual([])
})
