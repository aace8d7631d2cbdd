import { anyWord } from '#domain/kernel/fold.ts'

// How people call days in the languages of the field. Short forms are taken only where they mean nothing else.

/** By how many days from today. */
export const RELATIVE_DAYS: readonly (readonly [string, number])[] = [
  [
    anyWord(`day after tomorrow|after tomorrow|послезавтра|післязавтра|übermorgen|pasado mañana|après-demain|après demain
      |dopodomani|depois de amanhã|pojutrze|poimâine|öbür gün|מחרתיים|بعد غد`),
    2,
  ],
  [
    anyWord(`tomorrow|tommorow|tommorrow|tomorow|tomorrows|tom|tmrw|tmrrw|tmr|2morrow|завтра|завтрашний|завтрашние
      |morgen|mañana|demain|domani|amanhã|jutro|mâine|zítra|yarın|holnap|utre|מחר|غدا`),
    1,
  ],
  [anyWord('yesterday|вчера|вчора|gestern|ayer|hier|ieri|ontem|wczoraj|dün|אתמול'), -1],
  [
    anyWord(`today|todays|2day|tdy|сегодня|сегодняшние|сьогодні|heute|hoy|aujourd'hui|oggi|hoje|dziś|dzisiaj|azi|astăzi
      |dnes|bugün|vandaag|היום|اليوم`),
    0,
  ],
]

/** Monday first, as ISO counts them. */
export const WEEKDAYS: readonly string[] = [
  anyWord(`monday|mon|понедельник|понеділок|пн|montag|lunes|lundi|lunedì|segunda-feira|poniedziałek|luni|pondělí
    |pazartesi|maandag`),
  anyWord(`tuesday|tues|tue|вт|вторник|вівторок|dienstag|martes|mardi|martedì|terça-feira|wtorek|marți|úterý|salı
    |dinsdag`),
  anyWord(`wednesday|wed|среда|среду|середа|середу|ср|mittwoch|miércoles|mercredi|mercoledì|quarta-feira|środa|środę
    |miercuri|středa|çarşamba|woensdag`),
  anyWord(`thursday|thurs|thur|thu|четверг|четвер|чт|donnerstag|jueves|jeudi|giovedì|quinta-feira|czwartek|joi
    |čtvrtek|perşembe|donderdag`),
  anyWord(`friday|fri|пятница|пятницу|п'ятниця|п'ятницю|пт|freitag|viernes|vendredi|venerdì|sexta-feira|piątek|vineri
    |pátek|vrijdag`),
  anyWord(`saturday|sat|суббота|субботу|субота|суботу|сб|samstag|sonnabend|sábado|samedi|sabato|sobota|sobotę
    |sâmbătă|cumartesi|zaterdag`),
  anyWord(`sunday|sun|воскресенье|неділя|неділю|вс|нд|sonntag|domingo|dimanche|domenica|niedziela|niedzielę|duminică
    |neděle|pazar|zondag`),
]

/** January first. */
export const MONTHS: readonly string[] = [
  anyWord('january|jan|января|январь|січня|januar|jänner|enero|janvier|gennaio|janeiro|stycznia'),
  anyWord('february|feb|февраля|февраль|лютого|februar|febrero|février|febbraio|fevereiro|lutego'),
  anyWord('march|mar|марта|март|березня|märz|marzo|mars|março|marca'),
  anyWord('april|apr|апреля|апрель|квітня|abril|avril|aprile|kwietnia'),
  anyWord('may|мая|май|травня|mai|mayo|maggio|maio|maja'),
  anyWord('june|jun|июня|июнь|червня|juni|junio|juin|giugno|junho|czerwca'),
  anyWord('july|jul|июля|июль|липня|juli|julio|juillet|luglio|julho|lipca'),
  anyWord('august|aug|августа|август|серпня|agosto|août|sierpnia'),
  anyWord('september|sept|sep|сентября|сентябрь|вересня|septiembre|septembre|settembre|setembro|września'),
  anyWord('october|oct|октября|октябрь|жовтня|oktober|octubre|octobre|ottobre|outubro|października'),
  anyWord('november|nov|ноября|ноябрь|листопада|noviembre|novembre|novembro|listopada'),
  anyWord('december|dec|декабря|декабрь|грудня|dezember|diciembre|décembre|dicembre|dezembro|grudnia'),
]

/** What stands around days and says nothing of its own. */
export const DAY_LABEL = anyWord('date|day|for|on|дата|день|на|datum|für|fecha|para|pour|per|data|na|dla')
