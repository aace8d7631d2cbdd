import { describe, expect, it } from 'vitest'
import { saidOf, savedCaps } from '#testing/cap-messages.ts'

const other = (text: string, geo: string) =>
  `“${text}” may be ${geo} or another geo. Write which one it is, such as “Geo: ${geo}”.`
const several = (text: string, parts: string) =>
  `“${text}” may be one geo or several. Write “Geo: ${text}”, or “${parts}”.`

describe('what is joined to a geo', () => {
  it.each([
    ['AB-CD 20 44', 'AB-CD', 'CD'],
    ['AB–CD 20 44', 'AB–CD', 'CD'],
    ['AB_CD 20 44', 'AB_CD', 'CD'],
    ['AB/CD 20 44', 'AB/CD', 'CD'],
    ['AB.CD 20 44', 'AB.CD', 'CD'],
    ['tomorrow AB-CD 20 44', 'AB-CD', 'CD'],
    ['DE-AB: 20 44', 'DE-AB', 'DE'],
    ['DE-N 20', 'DE-N', 'DE'],
    ['DE_EN 20 44', 'DE_EN', 'DE'],
    ['US-TX 20', 'US-TX', 'US'],
    ['US.TX 20', 'US.TX', 'US'],
    ['LATAM-MX 20 44', 'LATAM-MX', 'MX'],
    ['MX-LATAM 20 44', 'MX-LATAM', 'MX'],
    ['TIER1-DE 20 44', 'TIER1-DE', 'DE'],
    ['ex-DE 20 44', 'ex-DE', 'DE'],
    ['DE-AB-CD 20', 'DE-AB-CD', 'DE'],
    ['Geo AB-CD 20', 'AB-CD', 'CD'],
    ['Geo: US.TX 20', 'Geo: US.TX', 'US'],
    ['Germany-North 20 44', 'Germany-North', 'DE'],
    ['North-Germany 20', 'North-Germany', 'DE'],
    ['Northern Ireland 20 44', 'Northern Ireland', 'IE'],
    ['North Korea 20', 'North Korea', 'KR'],
    ['🇩🇪DE-AB 20', 'DE-AB', 'DE'],
    ['🇩🇪-AB 20', '🇩🇪-AB', 'DE'],
    ['DE 20 #FB-DE', '#FB-DE', 'DE'],
    ['source AB-CD DE 20', 'AB-CD', 'CD'],
    ['AB-CD\ncap 20 #44', 'AB-CD', 'CD'],
  ])('may make another one of it: %j', (text, word, geo) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toContain(other(word, geo))
  })

  it.each([
    ['DE-AT 20 44', 'DE-AT', 'DE, AT'],
    ['Geo DE-AT 20', 'DE-AT', 'DE, AT'],
    ['🇩🇪 DE-AT 20', 'DE-AT', 'DE, AT'],
  ])('may be a geo too: %j', (text, word, parts) => {
    expect(savedCaps(text)).toEqual([])
    expect(saidOf(text)).toContain(several(word, parts))
  })

  it('keeps only its own line from being saved', () => {
    expect(savedCaps('DE 20 44\nAB-CD 30 51\nAT 10 44')).toEqual(['DE 20 #44', 'AT 10 #44'])
  })

  it.each([
    ['Geo: AB-CD 20 44', 'AB-CD 20 #44'],
    ['DE-20', 'DE 20'],
    ['DE.20', 'DE 20'],
    ['FR-leads 20', 'FR 20'],
    ['DE-only 20 44', 'DE 20 #44'],
    ['all-DE 20', 'DE 20'],
    ['US-tomorrow 20', '22 US 20'],
    ['DE-cap 20', 'DE 20'],
    ['DE 20 aff: FB-DE', 'DE 20 #FB-DE'],
    ['DE 20 broker: AB-CD', 'DE 20 @AB-CD'],
    ['DE 20 44 (re-test)', 'DE 20 #44'],
    ['DE 20 44 https://x.de/AB-CD', 'DE 20 #44'],
    ['South Korea 20', 'KR 20'],
    ['South Africa 15', 'ZA 15'],
  ])('is read where it says what it is: %j', (text, cap) => {
    expect(savedCaps(text)).toEqual([cap])
  })
})
