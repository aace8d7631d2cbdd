import { shape, TALK } from './talk-words.ts'

// The effects of words on a reading, each class with a message that needs it. A word is unknown if it is in no class and is
// not a country, day, partner or channel. Beside a cap it is asked about, and never skipped.

const PLANNING = shape({
  /** Names the number before or behind it as the cap. */
  unit: {
    example: 'leads: DE 20 leads',
    words: `cap|caps|capp|kap|daily cap|day cap|cap per day|caps per day|limit|daily limit|volume|amount|qty|quantity|leads|lead|lds|leads per day|leads a day|leads/day|per day|a day|pcs|fresh leads|капа|капы|капу|кап|капи|капою|кэп|кепа|лимит|лимита|ліміт|лидов|лиды|лида|лид|лідів|ліди|ліда|лід|шт|штук|лидов в день|лідів на день|tageslimit|pro tag|leads pro tag|stück|tope|límite|limite|al día|por día|por dia|par jour|contactos|leads por dia|leads al día`,
  },
  /** Before a number names the cap; else it leaves open until when. */
  daily: {
    example: 'Daily 60',
    words: `daily|from now on|going forward|с этого момента|ab jetzt immer|de ahora en adelante|daqui pra frente|every day|each day|everyday|all week|whole week|this week|per week|a week|weekly|weekends|every weekend|on weekends|workdays|weekdays|working days|business days|ежедневно|каждый день|щодня|кожен день|всю неделю|по выходным|выходные дни|по будням|täglich|jeden tag|wochentags|am wochenende immer|diario|cada día|todos los días|todos os dias|diariamente|tous les jours|next week|the week after|next month|следующей неделе|на следующей неделе|наступного тижня|наступному тижні|nächste woche|la próxima semana|próxima semana|semana que viene|semana que vem|entre semana|fines de semana`,
  },
  /** Names the number behind it as the cap. */
  most: {
    example: 'HU max 15',
    words: `max|maximum|up to|at most|no más|no mas|nada más|not more|nicht mehr|não mais|not more than|no more than|максимум|макс|не больше|не более|не більше|maximal|höchstens|bis zu|máximo|maximo|hasta un máximo de|no máximo|como máximo|até`,
  },
  /** Makes a number approximate. */
  least: {
    example: 'DE about 20',
    words: `about|around|approx|approximately|roughly|circa|ca|like around|maybe around|some|at least|min|minimum|or so|more or less|give or take|or less|or fewer|или меньше|або менше|oder weniger|o menos|ou menos|plus minus|and more|or more|примерно|около|где-то|где то|приблизительно|минимум|плюс минус|плюс-минус|ориентировочно|как пойдет|как пойдёт|десь|приблизно|близько|мінімум|орієнтовно|як піде|штук|пару|пара|несколько|кілька|etwa|ungefähr|zirka|mindestens|so um die|rund|unos|ten|twelve|fifteen|twenty|thirty|forty|fifty|zehn|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|десять|пятнадцать|двадцать|тридцать|сорок|пятьдесят|десять|п'ятнадцять|двадцять|тридцять|diez|quince|veinte|treinta|cuarenta|cincuenta|dez|quinze|vinte|trinta|quarenta|cinquenta|aproximadamente|más o menos|mas o menos|mínimo|al menos|cerca de|uns|mais ou menos|pelo menos|environ|couple|a couple|a few|few|several|ein paar`,
  },
  /** Gives each of several geos or sources the number. */
  each: {
    example: 'DE, AT 20 each',
    words: `each|not together|not in total|не вместе|не разом|nicht zusammen|no juntos|não juntos|apiece|per geo|each geo|for each|for every geo|per source|each one|каждый|каждая|каждому|каждое|по каждому|кожен|кожна|кожному|jeweils|je|pro geo|cada uno|cada una|cada|cada um|chacun`,
  },
  /** Makes a number one of several together. */
  total: {
    example: 'DE, AT 20 in total',
    words: `total|in total|together|altogether|combined|overall|sum|shared|all in all|for both together|both of us|for both of us|us both|either|entweder|нам обоим|uns beide|wir beide|mix|всего|вместе|суммарно|итого|на двоих|на всех|разом|загалом|сумарно|zusammen|insgesamt|gesamt|juntos|en total|total de|no total|ao todo|split|50/50|half half`,
  },
  /** Names the number behind it as the source. */
  source: {
    example: 'aff 44',
    words: `aff|affs|aff id|affid|affiliate|affiliates|source|sources|src|pub|publisher|publishers|sub|соурс|сорс|источник|источника|источники|афф|аффа|паб|паба|джерело|джерела|quelle|fuente|fonte|afiliado|afiliados|webmaster|вебмастер|веб`,
  },
  /** Says that a name is an advertiser’s. */
  advertiser: {
    example: 'broker Altamar',
    words: `broker|brokers|brand|advertiser|adv|buyer|client|брокер|брокера|бренд|рекл|рекламодатель|клиент|клієнт|kunde|cliente|corretora`,
  },
  /** Opens hours, or names whose leads they are. */
  from: {
    example: 'from 10 to 18',
    words: `from|from the|only after|not before|not earlier than|no earlier than|после|не раньше|не ранее|після|не раніше|nach|erst nach|nicht vor|frühestens|después de|después de las|no antes de|no antes de las|depois de|depois das|só depois das|não antes das|après|pas avant|start from|starting from|starting|start at|starting at|beginning|since|from|of aff|с|со|от|з|із|від|von|vom|ab|desde|a partir de|a partir das|das|dos|da|dalle|od|de`,
  },
  /** Closes hours, or says what a cap becomes. */
  till: {
    example: 'open till 19:00',
    words: `till|until|close at|closes at|closing at|closing|end at|ends at|untill|not after|not later than|no later than|не позже|не позднее|не пізніше|vor|spätestens|antes de las|antes das|avant|til|to|up till|до|bis|hasta|hasta las|a|à|às|ate|alle|auf|al|a las`,
  },
  /** Names hours. */
  hours: {
    example: 'hours 10-18',
    words: `hours|your time|your clock|your hours|по вашему времени|за вашим часом|eurer zeit|hora de ustedes|hour|hrs|working hours|work hours|working time|opening hours|wh|time|times|timing|schedule|shift|часы|часов|рабочие часы|время|часы работы|график|години|годин|робочі години|графік|час|uhr|zeit|stunden|arbeitszeit|arbeitszeiten|zeiten|horario|horarios|horas|hora|horário|horários|h|hs`,
  },
  /** Says that a time alone is the first or the last. */
  opens: {
    example: 'open till 19:00',
    words: `open|opened|opens|opening|extend|extended|extend it|продлить|продлеваем|продлите|verlängern|verlängert|extender|extendemos|estender|prolonger|start|starts|begin|works|working|work|открыты|открыт|открыта|открыто|відкрита|открываем|начало|начинаем|старт|стартуем|работаем|відкриті|відкрито|працюємо|початок|geöffnet|offen|öffnen|abierto|abrimos|abrir|aberto|começa|empieza|empezar`,
  },
  /** Moves the time that stands. */
  later: {
    example: 'FR start 1h later today',
    words: `later|позже|пізніше|später|más tarde|mais tarde`,
  },
  /** Moves the time that stands to before. */
  earlier: {
    example: 'FR start 1h earlier today',
    words: `earlier|sooner|раньше|раніше|früher|más temprano|antes|mais cedo`,
  },
  /** Names a price for a deposit. */
  price: {
    example: 'cpa 1200',
    words: `price|prices|cpa|rate|rates|payout|deal|deals|flat|цена|цены|ціна|ставка|ставки|прайс|выплата|preis|preise|precio|precios|preço|prix|new deal|pay|per ftd|за деп|terms|conditions|konditionen|condiciones|condições|условия|умови`,
  },
  /** Names a price for each lead. */
  perLead: {
    example: 'CPL 15$',
    words: `cpl|epl|per lead|a lead|/lead|за лид|за лід|pro lead|por lead`,
  },
  /** Names a guarantee. */
  crg: {
    example: 'crg 10',
    words: `crg|cr guarantee|guaranteed cr|guarantee|гарантия|гарантія|крг|garantía|garantia`,
  },
  /** Makes numbers those of leads that came, never of a cap. */
  quality: {
    example: 'cr: 2-3%',
    words: `cr|approve rate|approval rate|апрув|аппрув|недозвон|недозвона|doing|conversion|converting|convert|converts|converted|kr|кр|конверсия|конверт|конверсія|invalid|invalids|wrong numbers|wrong number|duplicates|dups|dupes|duplicate|no answer|not interested|per hour|an hour|in an hour|in the first hour|first hour|/hour|в час|на годину|pro stunde|por hora|невалид|дубли|дублей|дублі|invalidos|inválidos|ungültig|ungültige|answer rate|no answers|callback|callbacks`,
  },
  /** Tells what leads came to, so that its whole sentence is a report unless it plans a day to come. */
  result: {
    example: 'UK 12 leads, 2 deps so far',
    words: `ftd|ftds|deposit|deposits|deps|dep|деп|депов|депа|депозит|депозита|депозитов|депозити|depósito|depósitos|depositos|einzahlung|einzahlungen|ventas|venta|sales so far|so far|конверсий|регистраций`,
  },
  /** Pauses what stands. */
  stop: {
    example: 'Stop DE',
    words: `stop|stopped|stops|stopping|pause|paused|pausing|pls stop|hold|on hold|put on hold|put on pause|on pause|off|turn off|switch off|switched off|close|closed|close down|shut|shut down|kill|freeze|cut off|disable|disabled|cancel|no traffic|no leads|dont send|don't send|do not send|stop sending|not sending|won't send|will not send|we don't send|we dont send|don't push|dont push|zero|not needed|not taking|not accepting|day off|closed for|не надо|не нужно|не нужен|не нужна|не треба|не потрібно|nicht nötig|no hace falta|não precisa|стоп|снимаем|стопаем|стопните|стопни|остановите|останови|остановить|остановка|остановим|пауза|паузу|паузе|на паузу|на паузе|на паузі|поставьте на паузу|ставим на паузу|паузим|ставимо на паузу|выключите|выключаем|выключить|выкл|отключаем|отключите|закрываем|закройте|закрыто|закрыт|закрыта|закрыть|не лить|не лейте|не льем|не шлите|не работаем|отмена|отменяем|зупиніть|зупиняємо|зупини|зупинка|вимикаємо|вимкніть|закриваємо|закрито|не лити|не ллємо|не працюємо|скасовуємо|стопимо|stopp|stoppen|stoppt|pausieren|pausiert|pausiere|aussetzen|ausgesetzt|setzen aus|streichen|pausiert bitte|anhalten|geschlossen|schließen|abschalten|ausschalten|keine leads|kein traffic|bitte stoppen|pausa|pausar|pausen|pausad|pausamos|pausado|en pausa|parar|paren|para ya|parad|paramos|detener|detengan|detenemos|cerrado|cerrada|cerramos|cerrar|cierren|apagar|apaguen|apagado|sin leads|no mandamos|no enviamos|no enviar|no mandar|no envíen|no manden|pause|pausem|pausa|parem|pare|paramos|fechado|fechada|fechar|fechem|desligar|desliguem|desligado|sem leads|não mandamos|não enviamos|não enviar|não enviem|em pausa`,
  },
  /** Takes up what was paused. */
  resume: {
    example: 'RO back on',
    words: `can go again|can run again|can go live again|can go live|can run|run again|activate|activate again|activated|aktivieren|aktiviert|can start again|resume|resumed|resuming|unpause|unpaused|unpausing|back on|is back|are back|we are back|we're back|back|back online|back live|live|live again|go live|is on|turn on|turn on again|turned on|switch on|switched on|on again|reopen|reopened|re-open|open again|is open again|opened again|restart|restarted|active again|working again|works again|start again|continue|continue sending|can continue|available again|again|enable|enabled|unfreeze|включаем|включаем обратно|включите|включить|включай|вкл|возобновляем|возобновите|возобновить|снимаем с паузы|снимите с паузы|снять с паузы|снова|обратно|опять|запускаем|запустите|запускаем снова|открываем|откройте|открываем снова|снова работает|снова работаем|снова в работе|опять работает|продолжаем|вмикаємо|увімкніть|вмикайте|вмикаємо назад|знову|знову працює|знову працюємо|назад|відновлюємо|відновіть|знімаємо з паузи|зніміть з паузи|запускаємо|запускайте|відкриваємо|продовжуємо|wieder|wieder an|wieder aktiv|wieder offen|wieder live|wieder da|fortsetzen|weiter|weitermachen|wieder starten|einschalten|wieder auf|activo|activa|activo de nuevo|activa de nuevo|de nuevo|reactivar|reactiven|reactivamos|reactivado|otra vez|abierto de nuevo|reanudar|reanuden|reanudamos|volvemos|vuelve|encender|enciendan|activar|activen|activamos|ativo|ativa|ativo de novo|ativa de novo|de novo|reativar|reativem|reativamos|novamente|voltou|voltamos|retomar|retomamos|retomem|ligar|liguem|reabrir|reabrimos|aberto de novo|can send again|ya pueden enviar|ya pueden mandar|pueden enviar otra vez|ya podem enviar|can push again|send again|push again`,
  },
  /** Is a state, of which it is asked whether to stop. */
  full: {
    example: 'UK cap is full',
    words: `full|slow down|slow it down|go slow|притормозите|притормози|сбавьте|langsamer|bremsen|despacio|not working|doesn't work|does not work|is not working|не работает|не работают|не працює|almost full|nearly full|filled|капнута|капнут|капнуто|capped|capped out|maxed out|cap reached|reached|sold out|cap is full|cap full|overcap|over cap|заполнена|заполнен|заполнено|заполнили|забита|забито|фулл|фул|полный|полная|закапались|закапано|заповнена|заповнено|заповнений|повна|повний|voll|gefüllt|ausgeschöpft|erreicht|lleno|llena|completo|completa|cheio|cheia|lotado|esgotado|alcanzado|atingido`,
  },
  /** Raises what stands by a number. */
  more: {
    example: 'raise DE by 5',
    words: `raise|raised|increase|up|bump|bump up|boost|lift|push up|add|plus|extra|more|additional|another|up me|raise up|поднимем|подымем|поднимим|піднімемо|scale|go up|upgrade|повысьте|повышаем|поднимаем|поднимите|поднять|подними|увеличить|увеличиваем|увеличьте|увеличь|добавьте|добавь|добавим|добавить|добавляем|плюс|больше|ещё|еще|накинь|накиньте|додай|додайте|додаємо|збільшуємо|збільшити|збільшіть|піднімаємо|підніміть|підняти|плюсуємо|ще|більше|erhöhen|erhöht|erhöhe|mehr|plus|hoch|rauf|anheben|zusätzlich|subir|suban|sube|subimos|aumentar|aumenten|aumentamos|aumenta|más|mas|agregar|agreguen|sumar|sumen|añadir|mais|subam|aumentem|adicionar|adicionem|somar`,
  },
  /** Lowers what stands by a number. */
  less: {
    example: 'reduce IT by 5',
    words: `reduce|reduced|decrease|lower|cut|drop|less|down|minus|go down|trim|снизить|снижаем|снизьте|уменьшить|уменьшаем|уменьшите|сократить|сокращаем|минус|меньше|убавить|убавьте|опускаем|режем|зменшуємо|зменшити|зменшіть|знижуємо|знизити|мінус|менше|скорочуємо|reduzieren|reduziert|senken|senkt|weniger|minus|runter|reducir|reduzcan|reducimos|bajar|bajen|bajamos|menos|disminuir|reduzir|reduzam|reduzimos|diminuir|baixar|baixem`,
  },
  /** Makes twice of what stands. */
  double: {
    example: 'double CH',
    words: `double|doubled|x2|x 2|twice|удвоить|удваиваем|удвойте|вдвое|в два раза|х2|х 2|подвоюємо|подвоїти|подвійте|вдвічі|verdoppeln|verdoppelt|doppelt|doblar|doblen|doble|duplicar|dupliquen|dobrar|dobrem|dobro`,
  },
  /** Makes half of what stands. */
  half: {
    example: 'half of CH',
    words: `half|half of|halve|by half|in half|половина|половину|вполовину|вдвое меньше|наполовину|навпіл|наполовину|вдвічі менше|halbieren|halbiert|hälfte|die hälfte|mitad|la mitad|metade|a metade|pela metade`,
  },
})

/** A word in two classes belongs to the first. */
export const WORDS = { ...PLANNING, ...TALK }

export type Word = keyof typeof WORDS
