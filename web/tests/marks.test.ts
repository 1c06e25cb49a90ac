import { expect, test } from 'vitest'
import { keep, kept, loose, type Mark, marked, markOf, without } from '../src/lib/marks'

const option = (number: number, token: string) => ({ number, token, label: token, targets: [`unit:${number}`] })
const marks = [1, 2, 3].reduce<Mark[]>((made, n) => marked(made, markOf(option(n, `mark u${n}`), 10 + n)), [])

test('choices of one sort in a row are marks', () => {
  expect(marks.map((mark) => mark.number)).toEqual([1, 2, 3])
  expect(marked(marks, markOf(option(4, 'done'), 14)).map((mark) => mark.number)).toEqual([4])
  expect(marked(marks, markOf(option(4, 'mark u4'), 20)).map((mark) => mark.number)).toEqual([4])
})

test('what can be taken back can be put down', () => {
  expect(loose(marks, 14, 2).map((mark) => mark.number)).toEqual([2, 3])
  expect(loose(marks, 14, 0)).toEqual([])
  expect(loose(marks, 15, 3)).toEqual([])
})

test('to put one down, those after it are made again', () => {
  const rest = without(marks, marks[0])
  expect(rest).toMatchObject({ back: 3, again: [2, 3] })
  expect(loose(rest.marks, 13, 3).map((mark) => mark.number)).toEqual([2, 3])
})

test('marks outlast a reload, table by table', () => {
  keep('one', marks)
  expect(kept('one')).toEqual(marks)
  expect(kept('two')).toEqual([])
})
