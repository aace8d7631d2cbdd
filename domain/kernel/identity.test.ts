import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAdvertiserId, foldEmail, foldGeo, foldSource, foldStatus, indexFolded, normalizeGeo } from './identity.ts'

// Letters whose upper and lower case are odd, blanks of all kinds, and the marks that folding takes away.
const odd = fc.constantFrom(
  'ß',
  'İ',
  'ı',
  'ŉ',
  'Σ',
  'ς',
  'ﬁ',
  '#',
  ' ',
  '\t',
  '\u00a0',
  '\ufeff',
  '-',
  '_',
  'U',
  'k',
  'о',
  'ё',
  'é',
  'e',
  '\u0301',
  '\ufe0f',
  'Ｗ',
  'о',
  'и',
  'o',
  '\u0306',
)
const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: odd }))

describe('geo', () => {
  it.each([
    ['uk', 'GB'],
    [' UK ', 'GB'],
    ['Gb', 'GB'],
    ['de', 'DE'],
    ['UK-NORTH', 'UK-NORTH'],
  ])('%j is compared as %s', (text, key) => {
    expect(foldGeo(text)).toBe(key)
  })

  it('is shown as typed, in upper case', () => {
    expect(normalizeGeo(' uk ')).toBe('UK')
  })

  it('folds once and for all, however it is shown', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldGeo(foldGeo(text))).toBe(foldGeo(text))
        expect(foldGeo(normalizeGeo(text))).toBe(foldGeo(text))
      }),
    )
  })
})

describe('advertiser', () => {
  const registered = ['HYP1', 'Ada', 'ADA'].map((id) => [id, id] as const)

  it.each([
    ['HYP1', 'HYP1'],
    ['hyp1', 'HYP1'],
    [' Hyp1', 'HYP1'],
    ['Ada', 'Ada'],
    ['ADA', 'ADA'],
    // Two are compared like it, and nobody knows which of them is meant.
    ['ada', undefined],
    ['hyp2', undefined],
  ])('%j finds %s', (written, found) => {
    expect(indexFolded(registered, foldAdvertiserId)(written)).toBe(found)
  })
})

describe('source', () => {
  it.each([
    ['44', '44'],
    [' #44 ', '44'],
    ['# 44', '44'],
    ['##44', '44'],
    ['# #44', '44'],
    ['4#4', '4#4'],
    ['044', '044'],
    ['#', ''],
    [' ', ''],
  ])('%j is %j', (text, source) => {
    expect(foldSource(text)).toBe(source)
  })

  it('folds once and for all, with any number of signs in front', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldSource(foldSource(text))).toBe(foldSource(text))
        expect(foldSource(` #${text} `)).toBe(foldSource(text))
        expect(foldSource(text)).toBe(foldSource(text).trim())
      }),
    )
  })
})

describe('e-mail', () => {
  it('is compared without case and blanks around it', () => {
    expect(foldEmail(' Ann@Example.COM ')).toBe('ann@example.com')
  })

  it.each([null, undefined, '', '  '])('equals nothing when it is %j', (text) => {
    expect(foldEmail(text)).toBeNull()
  })

  it('folds once and for all', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldEmail(foldEmail(text))).toBe(foldEmail(text))
      }),
    )
  })
})

describe('status', () => {
  it.each(['WrongNumber', 'wrong-number', ' Wrong  number ', 'WRONG_NUMBER', 'wrong - number', 'wrong\u00a0number'])(
    '%j is a wrong number',
    (text) => {
      expect(foldStatus(text)).toBe('wrongnumber')
    },
  )

  it.each([
    'wrоng language',
    'ԝrong languagе',
    'ＷＲＯＮＧ　LANGUAGE',
    'WRΟNG–LANGUAGE',
    'wrong\u200dlánguage',
    'wrong\ufe0flanguage',
    'wrо\u0301ng language',
    'wro\u0301\u0302ng language',
    'wro\u200d\u0301ng language',
  ])('%j looks like the wrong language, and is', (text) => {
    expect(foldStatus(text)).toBe('wronglanguage')
  })

  it('keeps what tells statuses apart', () => {
    const statuses = [
      'New',
      'No answer',
      'No answer 2',
      'Not interested',
      'Новый',
      'Новый 2',
      'Нет ответа',
      '无效',
      '無效',
    ]
    expect(new Set(statuses.map(foldStatus)).size).toBe(statuses.length)
  })

  it('folds once and for all', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldStatus(foldStatus(text))).toBe(foldStatus(text))
      }),
    )
  })

  it('does so with every letter there is', () => {
    const moving: string[] = []
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const letter = String.fromCodePoint(code)
      const folded = foldStatus(letter)
      if (foldStatus(folded) !== folded) moving.push(letter)
    }
    expect(moving).toEqual([])
  })
})
