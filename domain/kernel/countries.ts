import { fold } from './fold.ts'
import { foldGeo, normalizeGeo } from './identity.ts'

// ISO 3166-1 alpha-2 codes. `NAMES` has the names that people write: English first, then other languages. Codes without
// names are found only by their letters.

const CODES = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
  BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
  FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO
  JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS
  MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU
  RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA
  UG UK UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`

const NAMES = `
  AE United Arab Emirates|UAE|Emirates|ОАЭ|Эмираты
  AR Argentina|Аргентина
  AT Austria|Österreich|Австрия|Австрія
  AU Australia|Австралия|Австралія
  AZ Azerbaijan|Азербайджан
  BE Belgium|Belgien|Belgique|Belgio|Бельгия|Бельгія
  BG Bulgaria|Болгария|Болгарія
  BR Brazil|Brasil|Бразилия|Бразилія
  CA Canada|Kanada|Канада
  CH Switzerland|Schweiz|Suisse|Svizzera|Suiza|Швейцария|Швейцарія
  CL Chile|Чили
  CN China|Китай
  CO Colombia|Колумбия
  CR Costa Rica|Коста-Рика
  CY Cyprus|Кипр|Кіпр
  CZ Czech Republic|Czechia|Czech|Чехия|Чехія
  DE Germany|Deutschland|Allemagne|Germania|Alemania|Германия|Німеччина
  DK Denmark|Danmark|Дания|Данія
  EC Ecuador|Эквадор
  EE Estonia|Эстония|Естонія
  EG Egypt|Египет
  ES Spain|España|Spanien|Espagne|Spagna|Испания|Іспанія
  FI Finland|Suomi|Finnland|Финляндия|Фінляндія
  FR France|Frankreich|Francia|Франция|Франція
  GB United Kingdom|Great Britain|Britain|England|Великобритания|Англия|Британия
  GE Georgia|Грузия
  GR Greece|Griechenland|Греция|Греція
  HK Hong Kong|Гонконг
  HR Croatia|Hrvatska|Хорватия
  HU Hungary|Ungarn|Magyarország|Венгрия|Угорщина
  ID Indonesia|Индонезия
  IE Ireland|Irland|Ирландия|Ірландія
  IL Israel|Израиль|ישראל
  IN India|Indien|Индия
  IS Iceland|Исландия
  IT Italy|Italia|Italien|Italie|Италия|Італія
  JP Japan|Япония|Японія
  KE Kenya|Кения
  KR South Korea|Korea|Корея
  KW Kuwait|Кувейт
  KZ Kazakhstan|Казахстан
  LT Lithuania|Литва
  LU Luxembourg|Luxemburg|Люксембург
  LV Latvia|Латвия|Латвія
  MD Moldova|Молдова
  MT Malta|Мальта
  MX Mexico|México|Мексика
  MY Malaysia|Малайзия
  NG Nigeria|Нигерия
  NL Netherlands|The Netherlands|Holland|Nederland|Niederlande|Нидерланды|Голландия|Нідерланди
  NO Norway|Norge|Norwegen|Норвегия|Норвегія
  NZ New Zealand|Новая Зеландия
  OM Oman|Оман
  PE Peru|Перу
  PH Philippines|Филиппины
  PK Pakistan|Пакистан
  PL Poland|Polska|Polen|Польша|Польща
  PT Portugal|Португалия|Португалія
  QA Qatar|Катар
  RO Romania|România|Rumänien|Румыния|Румунія
  RS Serbia|Srbija|Сербия
  RU Russia|Россия
  SA Saudi Arabia|KSA|Saudi|Саудовская Аравия
  SE Sweden|Sverige|Schweden|Швеция|Швеція
  SG Singapore|Сингапур
  SI Slovenia|Slovenija|Словения|Словенія
  SK Slovakia|Slovensko|Slowakei|Словакия|Словаччина
  TH Thailand|Таиланд
  TR Turkey|Türkiye|Türkei|Турция|Туреччина
  TW Taiwan|Тайвань
  UA Ukraine|Украина|Україна
  US United States|USA|America|США
  UY Uruguay|Уругвай
  VN Vietnam|Viet Nam|Вьетнам
  ZA South Africa|RSA|ЮАР`

const codes = new Set(CODES.split(/\s+/))

/** Whether two letters are a country's; `UK` is one of them here. */
export function isCountry(letters: string): boolean {
  return codes.has(letters)
}

const byName = new Map(
  NAMES.trim()
    .split('\n')
    .flatMap((line) => {
      const written = line.trim()
      const code = written.slice(0, 2)
      return written
        .slice(3)
        .split('|')
        .map((name) => [fold(name), code] as const)
    }),
)

/** The code of a country's name. Case and the number of blanks do not matter. */
export function countryOfName(name: string): string | null {
  return byName.get(fold(name).replace(/ +/g, ' ')) ?? null
}

const byCode = new Map(
  NAMES.trim()
    .split('\n')
    .map((line) => [line.trim().slice(0, 2), line.trim().slice(3).split('|')[0]]),
)

/** The country's name of a code: `Australia` for `AU`, `Great Britain` for `GB`. Other geos stay as they are. */
export function nameGeo(geo: string): string {
  return byCode.get(geo) ?? geo
}

/** A geo as leads and pasted caps count it: a country's name becomes its code, other letters stay as they are. */
export function codeOfGeo(text: string): string {
  return countryOfName(text) ?? text
}

/** The keys under which a geo that is looked for may be stored: what came before names were read as codes has its name. */
export function keysOfGeo(typed: string): string[] {
  return [...new Set([typed, codeOfGeo(typed)].map(foldGeo))]
}

/** A geo that people type, as it is shown. */
export function readTypedGeo(typed: string): string {
  return normalizeGeo(codeOfGeo(typed.trim()))
}

/** The most words of a country's name. */
const MOST_WORDS = 4

/** Typed geos, parted by commas or blanks; a country may have a name of several words. */
export function splitTypedGeos(list: string): string[] {
  return list.split(/[,;\n]/).flatMap((part) => {
    const words = part.split(/\s+/).filter((word) => word !== '')
    const geos: string[] = []
    while (words.length > 0) {
      const lengths = Array.from({ length: Math.min(MOST_WORDS, words.length) }, (_, n) => n + 1).toReversed()
      const length = lengths.find((some) => countryOfName(words.slice(0, some).join(' ')) !== null) ?? 1
      geos.push(words.splice(0, length).join(' '))
    }
    return geos
  })
}

export const COUNTRY_NAMES: string = [...byName.keys()].join('|')
