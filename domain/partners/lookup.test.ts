import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checkAliases, tidyAliases } from './aliases.ts'
import { indexNames, type Named } from './lookup.ts'

const named = (key: string, name: string, ...aliases: string[]): Named => ({ key, name, aliases })

const BROKERS = [
  named('301', 'Altamar', 'alta', 'ALT'),
  named('302', 'Bluefin Partners', 'BF'),
  named('303', 'Cordova Leads', 'cord'),
  named('305', 'Eastwick Media', 'EW'),
  named('309', 'Maxwell Trade', 'max'),
  named('310', 'Северный Мост'),
  named('312', 'Café Crème GmbH'),
]
const SOURCES = [
  named('44', 'Brightpath', 'BP'),
  named('45', 'Brightpath SEO', 'BP seo'),
  named('58', 'Zephyr Media'),
  named('21', 'LeadNest'),
  named('23', 'Polaris Ads'),
  named('61', 'Tormenta Ads'),
]
const brokers = indexNames('advertiser', BROKERS)
const sources = indexNames('publisher', SOURCES)
const nameOf = (lookup: typeof brokers, text: string) => {
  const { by, hits } = lookup.find(text)
  return [by, ...hits.map(({ key }) => key)].join(' ')
}

describe('a broker', () => {
  it.each([
    ['by its id', '301', 'whole 301'],
    ['by its name, in any case', 'ALTAMAR', 'whole 301'],
    ['by an alias of two letters', 'bf', 'whole 302'],
    ['with a look-alike letter', 'Аltаmar', 'whole 301'],
    ['without accents and marks', 'cafe-creme gmbh', 'whole 312'],
    ['by a word of the name', 'eastwick', 'part 305'],
    ['by the beginning of a word', 'blue', 'part 302'],
    ['with a letter too few', 'Altmar', 'typo 301'],
    ['with a letter too many', 'Altamarr', 'typo 301'],
    ['with another letter', 'Eltamar', 'typo 301'],
    ['with two letters swapped', 'Atlamar', 'typo 301'],
    ['with another last letter', 'Altaman', 'typo 301'],
    ['in Cyrillic', 'Альтамар', 'sound 301'],
    ['in Cyrillic, by an alias', 'корд', 'sound 303'],
    ['in Cyrillic, by a word of the name', 'Кордова', 'sound 303'],
    ['in Cyrillic, by a word of the trade', 'Лидс', 'none'],
    ['in Cyrillic, with a vowel that is heard otherwise', 'Истуик', 'none'],
    ['in Cyrillic, by its consonants', 'Элтемер', 'sound 301'],
    ['in Hebrew', 'אלטמר', 'sound 301'],
    ['in Greek', 'Αλταμάρ', 'sound 301'],
    ['whose name is Cyrillic, in Latin', 'Severnyj Most', 'sound 310'],
    ['by two letters of a name', 'al', 'none'],
    ['by three letters that begin one', 'eas', 'none'],
    ['by a word of the trade', 'leads', 'none'],
    ['by a part of several words', 'media', 'none'],
    ['with two typos', 'Alatmra', 'none'],
    ['by a number that begins an id', '30', 'none'],
    ['by a typo in an id', '3011', 'none'],
    ['by nothing', ' – ', 'none'],
    ['by more words than anybody has', 'Altamar Altamar Altamar Altamar', 'none'],
  ])('is looked up %s: %j is %s', (_how, text, expected) => {
    expect(nameOf(brokers, text)).toBe(expected)
  })
})

describe('a source', () => {
  it.each([
    ['a whole name that is also in a longer one, both', 'brightpath', 'whole 44 45'],
    ['the longer one alone', 'brightpath seo', 'whole 45'],
    ['an alias before a longer one that begins so', 'bp', 'whole 44'],
    ['an alias with a blank or without', 'BPseo', 'whole 45'],
    ['two words for one', 'lead nest', 'whole 21'],
    ['the number with its sign', '#58', 'whole 58'],
    ['several who are called so, all of them', 'bright', 'part 44 45'],
    ['what ads are called is nobody', 'ads', 'none'],
  ])('%s: %j is %s', (_how, text, expected) => {
    expect(nameOf(sources, text)).toBe(expected)
  })
})

test('the nearest is offered for who is nobody, and nobody for what is like nobody', () => {
  expect(brokers.nearest('Altimer')?.key).toBe('301')
  expect(brokers.nearest('Эастуик')?.key).toBe('305')
  expect(brokers.nearest('zzz')).toBeNull()
  expect(brokers.nearest('al')).toBeNull()
})

test('an exact key is that one alone, though another is compared like it', () => {
  const alike = indexNames('publisher', [named('1-2', 'One'), named('12', 'Two')])
  expect(nameOf(alike, '12')).toBe('whole 12')
  expect(nameOf(alike, '1_2')).toBe('whole 1-2 12')
})

const word = fc.stringMatching(/^[A-Z][a-z]{4,9}$/)
const registered = fc
  .uniqueArray(word, { minLength: 1, maxLength: 30 })
  .map((words) => words.map((name, index) => named(`K${index}`, name)))

test('whatever their order: a whole name finds its own, one typo never hides who is meant, no two letters name a part', () => {
  fc.assert(
    fc.property(registered, fc.nat(), fc.nat(), (all, pick, at) => {
      const lookup = indexNames('advertiser', all)
      const turned = indexNames('advertiser', all.toReversed())
      const wanted = all[pick % all.length]
      if (!wanted) return
      const place = at % wanted.name.length
      for (const text of [wanted.name, wanted.name.slice(0, place) + wanted.name.slice(place + 1)]) {
        const { by, hits } = lookup.find(text)
        const again = turned.find(text)
        expect({ by: again.by, hits: again.hits.toReversed() }).toEqual({ by, hits })
        if (text === wanted.name) expect(hits).toContain(wanted)
        // A shorter or better reading of another one may come first; then it is no typo.
        else if (by === 'typo' || (by === 'none' && text.length >= 5)) expect(hits).toContain(wanted)
      }
      expect(lookup.find(wanted.name.slice(0, 2)).by).toBe('none')
    }),
  )
})

describe('aliases', () => {
  it('stand on one line, each once, and name somebody', () => {
    expect(tidyAliases([' B  F ', 'bf', 'ВF', '—', ''])).toEqual(['B F'])
  })

  const check = (key: string, alias: string, standing: readonly Named[] = BROKERS) => {
    const checked = checkAliases('advertiser', [named(key, '', alias)], standing)
    return checked.ok ? 'free' : `of ${checked.by.key}`
  }

  it.each([
    ['302', 'Alta', 'of 301'],
    ['302', 'altamar', 'of 301'],
    ['302', '3-0-1', 'of 301'],
    ['301', 'alta', 'free'],
    ['301', 'Altamar', 'free'],
    ['302', 'new', 'free'],
  ])('%s may be called %s: %s', (key, alias, expected) => {
    expect(check(key, alias)).toBe(expected)
  })
})
