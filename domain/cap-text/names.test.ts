import { expect, test } from 'vitest'
import { fold } from '#domain/kernel/fold.ts'
import { indexNames } from './names.ts'

const names = indexNames({
  advertisers: [
    { key: '304', name: 'Dunmore', aliases: ['DM'] },
    { key: '308', name: 'Halcyon', aliases: [] },
    { key: '309', name: 'Maxwell Trade', aliases: ['max'] },
  ],
  publishers: [
    { key: '44', name: 'Brightpath', aliases: ['BP'] },
    { key: '45', name: 'Brightpath SEO', aliases: [] },
    { key: '21', name: 'LeadNest', aliases: [] },
  ],
})
const find = (text: string) => {
  const exact = names.findFolded(fold(text).replace(/[^\p{L}\p{N}]/gu, ''))
  return (exact.length > 0 ? exact : names.guess(text)).map(({ key }) => key)
}

test('people and firms are found as they are written: alias, part, slip, other alphabet, and nobody else', () => {
  expect(find('dm')).toEqual(['304'])
  expect(find('maxwell')).toEqual(['309'])
  expect(find('Maxwel')).toEqual(['309'])
  expect(find('lead nest')).toEqual(['21'])
  expect(find('Хальцион')).toEqual(['308'])
  expect(find('Данмор')).toEqual(['304'])
  expect(find('Brightpath')).toEqual(['44', '45'])
  expect(find('brightpath seo')).toEqual(['45'])
  expect(['trade', 'dunes', 'nest egg', 'maximum', ''].flatMap(find)).toEqual([])
  expect(names.findKey('advertiser', '304')?.name).toBe('Dunmore')
  expect(names.findKey('publisher', '304')).toBeNull()
})
