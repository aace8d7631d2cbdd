// Names of days in the languages of the field. Short forms are included only if they mean nothing else.

/** By how many days from the day of writing. */
export const RELATIVE_DAYS: readonly (readonly [number, string])[] = [
  [
    2,
    `day after tomorrow|after tomorrow|overmorrow|послезавтра|poslezavtra|післязавтра|übermorgen|pasado mañana|après-demain|après demain|dopodomani|depois de amanhã|pojutrze|poimâine|öbür gün|מחרתיים|بعد غد`,
  ],
  [
    1,
    `tomorrow|tommorow|tommorrow|tomorow|tomorrows|tomorrow's|tom|tmrw|tmrrw|tmr|tmw|tomo|2morrow|2moro|завтра|завтрашний|завтрашние|завтрашнего|morgen|mañana|manana|demain|domani|amanhã|jutro|mâine|zítra|yarın|holnap|utre|מחר|machar|mahar|غدا|завт|zavtra`,
  ],
  [-1, 'yesterday|yday|вчера|вчора|gestern|ayer|hier|ieri|ontem|wczoraj|dün|אתמול|vchera'],
  [
    0,
    `today|todays|today's|2day|tdy|tday|сегодня|сегодняшние|сегодняшний|сёдня|сьогодні|hj|heute|hoy|aujourd'hui|oggi|hoje|dziś|dzisiaj|azi|astăzi|dnes|bugün|vandaag|היום|hayom|اليوم|tonight|segodnya|sevodnya`,
  ],
]

/** Monday first, as ISO counts them. */
export const WEEKDAYS: readonly string[] = [
  `monday|mon|понедельник|понеділок|пн|montag|lunes|lundi|lunedì|segunda-feira|segunda|poniedziałek|luni|pondělí|pazartesi|maandag`,
  `tuesday|tues|tue|вт|вторник|вівторок|dienstag|martes|mardi|martedì|terça-feira|terça|wtorek|marți|úterý|salı|dinsdag`,
  `wednesday|weds|wed|среда|среду|середа|середу|ср|mittwoch|miércoles|miercoles|mercredi|mercoledì|quarta-feira|quarta|środa|środę|miercuri|středa|çarşamba|woensdag`,
  `thursday|thurs|thur|thu|четверг|четвер|чт|donnerstag|jueves|jeudi|giovedì|quinta-feira|quinta|czwartek|joi|čtvrtek|perşembe|donderdag`,
  `friday|fri|пятница|пятницу|п'ятниця|п'ятницю|пт|freitag|viernes|vendredi|venerdì|sexta-feira|sexta|piątek|vineri|pátek|vrijdag`,
  `saturday|sat|суббота|субботу|субота|суботу|сб|samstag|sonnabend|sábado|sabado|samedi|sabato|sobota|sobotę|sâmbătă|cumartesi|zaterdag`,
  `sunday|sun|воскресенье|воскресенья|неділя|неділю|вс|нд|sonntag|domingo|dimanche|domenica|niedziela|niedzielę|duminică|neděle|pazar|zondag`,
]

/** The Saturday and the Sunday that come next. */
export const WEEKEND = `weekend|this weekend|the weekend|weekend caps|выходные|на выходные|вихідні|на вихідні|wochenende|am wochenende|fin de semana|este fin de semana|fim de semana|fds`

/** With one of these beside a weekday, its week is open. */
export const NEXT = `next|coming week|следующий|следующая|следующую|наступний|наступна|наступну|nächsten|nächster|kommenden|próximo|proximo|próxima|que viene|que vem|siguiente|week after`

/** The end of a day. */
export const MIDNIGHT = 'midnight|12 midnight|полночь|полуночи|опівночі|mitternacht|medianoche|meia-noite|minuit'

/** January first. */
export const MONTHS: readonly string[] = [
  'january|jan|января|январь|січня|januar|jänner|enero|janvier|gennaio|janeiro|stycznia|янв',
  'february|feb|февраля|февраль|лютого|februar|febrero|février|febbraio|fevereiro|lutego|фев',
  'march|марта|март|березня|märz|marzo|mars|março|marca',
  'april|apr|апреля|апрель|квітня|abril|avril|aprile|kwietnia',
  'may|мая|май|травня|mai|mayo|maggio|maio|maja',
  'june|jun|июня|июнь|червня|juni|junio|juin|giugno|junho|czerwca',
  'july|jul|июля|июль|липня|juli|julio|juillet|luglio|julho|lipca',
  'august|aug|августа|август|серпня|agosto|août|sierpnia',
  'september|sept|sep|сентября|сентябрь|вересня|septiembre|septembre|settembre|setembro|września',
  'october|oct|октября|октябрь|жовтня|oktober|octubre|octobre|ottobre|outubro|października',
  'november|nov|ноября|ноябрь|листопада|noviembre|novembre|novembro|listopada|нояб',
  'december|dec|decem|декабря|декабрь|грудня|dezember|dez|diciembre|décembre|dicembre|dezembro|grudnia|дек|груд',
]
