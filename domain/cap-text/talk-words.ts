/** A class of words with one effect on a reading. Its comment says which. */
export interface WordClass {
  /** Compared without case and accents. A phrase counts as one word. */
  words: string
  /** A message of the team with such a word, and its reading in the world of `testing/corpus`. */
  example: string
}

/** Keeps the names of the classes in the type. */
export const shape = <K extends string>(classes: Record<K, WordClass>) => classes

// Words that plan no number: what stays, what is open, what is only told, and what can be skipped.

export const TALK = shape({
  /** Leaves what stands as it is. */
  same: {
    example: 'SE, NO as planned',
    words: `same|the same|as above|как выше|як вище|wie oben|como arriba|como acima|doesn't change|doesnt change|does not change|no cambia|não muda|не меняется|не змінюється|ändert sich nicht|mesmo preço de sempre|de sempre|de siempre|та же|тот же|та сама|той самий|cap stays|mismos horarios|mismos|mismas|kak obychno|kak vsegda|same conditions|mêmes horaires|même horaire|même prix|même|mêmes|same hours|same price|as is|as usual|as always|as before|as planned|as agreed|as said|as discussed|unchanged|no change|no changes|no changes in|no changes on|without changes|keep|keeps|keep it|rest same|standing|usual|normal|like always|like usual|as it is|as they are|as it was|без изменений|прежняя|прежние|прежний|по прежней|как обычно|как всегда|как есть|как было|так же|такие же|те же|то же|то же самое|оставляем|по-прежнему|держим|без змін|як завжди|як зазвичай|як є|як було|так само|ті ж|ті самі|те саме|залишаємо|тримаємо|далі|і далі|gleich|gleiche|gleichen|gleicher|gleiches|wie immer|wie gehabt|wie üblich|wie besprochen|wie geplant|wie gewohnt|unverändert|weiterhin|igual|iguales|lo mismo|los mismos|las mismas|el mismo|la misma|como siempre|sin cambios|mantener|mantenemos|mismo|mesmo|mesma|mesmos|mesmas|o mesmo|os mesmos|como sempre|sem mudanças|sem alterações|mantemos|manter`,
  },
  /** Leaves a geo as it is, whatever number stands beside it. */
  stays: {
    example: 'MX 50 stays',
    words: `still|стоит|стоят|стоїть|still on|don't pause|dont pause|do not pause|don't stop|dont stop|do not stop|не останавливайте|не стопайте|не зупиняйте|nicht stoppen|no paren|no parar|não parem|works on|дальше|работает дальше|untouched|go on|stays|stay|stays the same|remains|remain|continues|goes on|keeps going|keeps running|остаётся|остается|остаются|залишається|залишаються|bleibt|bleiben|se mantiene|se mantienen|sigue|siguen|continua|continuam|fica|ficam|mantém|läuft weiter|продолжает|продолжаем как есть`,
  },
  /** Before a day copies what stands then. */
  as: {
    example: 'tomorrow same as today but NL 15',
    words: `same as|same like|the same as|as|like|as on|same for|copy|copy for|copy to|copy of|copy from|repeat|как|как и|такие же как|то же что|то же что и|так же как|як|як і|те саме що|так само як|wie|gleich wie|genauso wie|dasselbe wie|como|igual que|igual a|lo mismo que|mismo que|como en|o mesmo que|igual de|mesmo que|mesma coisa que|mesmo de`,
  },
  /** Plans one more day alike. */
  too: {
    example: 'UK 40 today, tomorrow too',
    words: `too|also|as well|тоже|также|теж|також|auch|también|tambien|também|aussi`,
  },
  /** Makes what is written a matter of something else. */
  condition: {
    example: 'DE 20 if quality is ok',
    words: `if|when|once|unless|in case|provided|providing|depends|depending|depend|subject to|only if|as soon as|after we|after you|after the|before we|assuming|otherwise|unless|should you|либо|если|когда|при условии|зависит|как только|после того|смотря|в зависимости|якщо|коли|за умови|залежить|щойно|після того|залежно|wenn|falls|sofern|sobald|abhängig|hängt|vorausgesetzt|je nach|si|si se puede|cuando|siempre que|depende|en caso|con tal|só se|se o|se a|se os|se as|se der|se for|se puder|caso|quando|desde que|assim que|solo si|sólo si|sauf si|à moins que|à condition|seulement si|dès que|quand|tant que|si la|si le|si les|se la|solo se|a meno che|a condizione|appena|jeśli|jeżeli|gdy|kiedy|dopiero|pod warunkiem|chyba że|jak tylko|o ile|eğer|şartıyla|gelirse|olursa|ödenirse|dacă|pokud|jestli|než|mikor|csak ha`,
  },
  /** Keeps what it stands beside from being sure. */
  doubt: {
    example: 'DE 20 tbc',
    words: `wrong chat|wrong group|wrong message|falscher chat|chat equivocado|grupo errado|не туда|не тот чат|не туди|e.g|eg|for example|for instance|z.b|zum beispiel|por ejemplo|por exemplo|например|наприклад|they said|he said|she said|will repeat|i'll repeat|we'll repeat|going to repeat|would|would be|would love|could use|would be nice|maybe|perhaps|probably|possibly|not sure|unsure|tbc|tbd|to be confirmed|not confirmed|unconfirmed|waiting|wait|waiting for|pending|not final|not yet|tentative|tentatively|think|i think|i guess|guess|hope|hopefully|might|could be|under question|in question|open question|to be decided|need to check|will check|checking|let me check|try|trying|would like|wish|we'd like|looking for|interested|likely|draft|frozen|может|может быть|возможно|наверное|наверно|вероятно|не уверен|не уверены|под вопросом|ждем|ждём|жду|уточню|уточним|уточняем|проверим|проверяю|думаю|думаем|надеюсь|скорее всего|посмотрим|хотелось бы|попробуем|не подтверждено|предварительно|може|може бути|можливо|мабуть|напевно|не впевнений|не впевнені|під питанням|чекаємо|чекаю|уточню|уточнимо|перевіримо|думаю|сподіваюсь|скоріше за все|побачимо|попередньо|спробуємо|не підтверджено|vielleicht|evtl|eventuell|wahrscheinlich|möglicherweise|vermutlich|unsicher|nicht sicher|noch offen|offen noch|warten|wartet|unter vorbehalt|vorbehalt|voraussichtlich|glaube|denke|hoffentlich|mal sehen|quizás|quizas|quizá|tal vez|a lo mejor|probablemente|posiblemente|no seguro|por confirmar|pendiente|esperando|veremos|creo|ojalá|intentar|talvez|provavelmente|possivelmente|não sei|a confirmar|pendente|acho|acho que|vamos ver|aguardando|esperar|ver se`,
  },
  /** Puts a geo off to another time. */
  tell: {
    example: 'BR - will tell you in the evening',
    words: `let me think|will confirm|let me confirm|confirm later|need to think|will think|will tell|tell you|let you know|will let you know|update you|will update|will write|will say|get back|come back to you|discuss|discussing|will decide|decide|thinking|think about it|they think|too much|too many|too high|too low|not enough|can't|cannot|cant|not possible|impossible|refused|declined|negotiating|подумаю|подумаем|ещё подумаю|ще подумаю|подумаємо|відпишу|відпишемо|напишемо|отпишем|скажу|сообщу|напишу|отпишу|дам знать|решим|решаем|обсудим|обсуждаем|слишком много|много|не получится|не можем|не могу|повідомлю|скажемо|дам знати|вирішимо|обговоримо|забагато|не зможемо|не можемо|klär ich|kläre ich|melde mich|sag ich|sage ich|sage bescheid|bescheid|zu viel|zu viele|geht nicht|können nicht|besprechen|aviso|te aviso|les aviso|confirmo luego|luego confirmo|demasiado|demasiados|no podemos|no puedo|hablamos|aviso depois|te falo|confirmo depois|demais|não podemos|não consigo|não dá|combinamos`,
  },
  /** Takes away what it stands before. */
  not: {
    example: 'No NL tomorrow',
    words: `no|no more|not|none|nothing|ничего|нічого|nichts|nada|rien|yok|no need for|no need in|no need of|never|without|dont|don't|do not|doesn't|does not|isn't|is not|aren't|won't|will not|w/o|except|excluding|excl|skip|нет|не|без|кроме|никаких|немає|нема|жодних|крім|kein|keine|keinen|nicht|ohne|außer|nein|sin|ningún|ninguno|nada de|excepto|menos el|não|nao|sem|nenhum|exceto|salvo|nope`,
  },
  /** Asks, where it opens a sentence. */
  question: {
    example: 'what about AU 20',
    words: `сможете|сможешь|зможете|потянете|потянешь|can i|can we|can you|can u|can y|could u|could i|could we|could you|may i|may we|shall we|shall i|should i|should we|would you|will you|do you|are you|is it|is there|are there|what about|how about|how many|how much|any|anything|what is|what's|whats|which|why|who|where|when can|is it ok|is it possible|possible to|do we|did you|have you|does|можно ли|сколько|есть ли|есть капы|а что|что по|как насчет|какая|какие|какой|можем ли|почему|скільки|чи|є капи|є|що по|як щодо|яка|які|який|можемо ми|чому|wie viele|wie viel|gibt es|habt ihr|können wir|kann ich|was ist|wie sieht|könnt ihr|welche|welcher|warum|cuántos|cuantos|cuánto|hay|puedo|se puede|qué|que tal|cuál|cual|quantos|quanto|tem|posso|pode ser|qual|quais`,
  },
  /** Tells what came, which plans nothing. */
  report: {
    example: 'sent 10 SE and 8 NO today',
    words: `told me|told us|left|remaining|to go|осталось|залишилось|übrig|quedan|faltan|check|checked|please check|rejected|replaced|sent|delivered|got|gave|gave us|received|came|arrived|so far|we have|we had|had|was|were|already|did|done|made|yesterday we|last week|already in the system|no need|test lead|test leads|test|in the crm|in crm|on crm|integration|проверьте|проверь|тестовых|тестовые|отправили|отправил|получили|получил|пришло|пришли|пришел|дошло|дошли|было|были|залили|залил|налили|долили|упало|уже|тест|тестовый|в срм|відправили|отримали|прийшло|прийшли|було|були|залили|вже|тестовий|дійшло|надійшло|kamen|kam|bekommen|erhalten|geliefert|geschickt|waren|hatten|schon|bereits|gesendet|llegaron|llegó|enviamos|mandamos|recibimos|recibidos|enviados|hubo|fueron|tuvimos|ya|chegaram|chegou|recebemos|mandei|foram|tivemos|já|entraram|entregues|entregados|доставлено|доставили|lead test`,
  },
  /** Asks for a price, which somebody has to agree to. */
  wish: {
    example: 'we need 900+10 for FR',
    words: `need|would need|we would need|we need|they want|want to get|ask for|asking|asked for|нужна цена|нужно|хотим цену|потрібно|потрібна|brauchen|necesitamos|precisamos|quieren|querem`,
  },
  /** Names what was. */
  instead: {
    example: 'till 19:00 instead of 17',
    words: `instead of|instead|rather than|not|вместо|замість|statt|anstatt|en vez de|en lugar de|em vez de|was`,
  },
  /** Puts its number in the place of the last. */
  correct: {
    example: 'sorry 12',
    words: `scratch that|upd|апд|fat fingers|fat finger|no wait|forget|forget about|ignore|disregard|забудь|забудьте|vergiss|olvida|esquece|oubliez|не туда посмотрела|не туда посмотрел|sry|sorry|edit|oops|ops|my bad|correction|i mean|i meant|typo|mistake|wait no|change to|make it|make that|rather|actually|fix|corrected|ой|упс|опечатка|очепятка|ошибся|ошиблась|исправление|точнее|вернее|поправка|сорри|сори|извини|извините|помилка|помилився|помилилась|точніше|виправлення|вибачте|перепрошую|sorry korrektur|korrektur|meinte|ich meine|tippfehler|entschuldigung|quatsch|perdón|perdon|corrección|quise decir|error|digo|mejor|desculpa|desculpe|correção|quis dizer|erro|quer dizer|aliás`,
  },
  /** Agrees to what a message asked, as an answer to it. */
  confirm: {
    example: 'confirm PL only',
    words: `ok|okay|okey|oki|yes|yep|yeah|yup|confirm|confirma|confirmó|confirms|confirmed|we confirm|agreed|agree|deal|approved|approve|accepted|accept|sure|fine|good|perfect|great|go|go ahead|works for us|sounds good|all good|correct|right|exactly|of course|k|kk|roger|noted|ок|окей|да|ага|подтверждаю|подтверждаем|согласен|согласны|согласовано|хорошо|договорились|принято|пойдет|супер|отлично|верно|так|добре|гаразд|підтверджую|підтверджуємо|згоден|згодні|домовились|прийнято|вірно|чудово|ja|jawohl|passt|bestätigt|bestätige|einverstanden|in ordnung|gut|genau|klar|alles klar|sí|vale|confirmo|confirmado|de acuerdo|claro|perfecto|dale|listo|correcto|sim|certo|combinado|fechado então|beleza|blz|perfeito|isso|pode`,
  },
  /** Narrows an answer. */
  only: {
    example: 'confirm PL only',
    words: `only|just|alone|только|лишь|тільки|лише|nur|bloß|solo|sólo|solamente|só|somente|apenas`,
  },
  /** Says that something is of every row. */
  all: {
    example: 'all 10-18',
    words: `all|both|everything|everyone|all geos|each of them|for all|of all|for both|all of them|everywhere|whole|все|всё|всех|всем|обе|оба|обоих|обе гео|всі|всіх|усі|обидві|обидва|обох|усе|все|alle|beide|beiden|alles|für alle|todo|todos|todas|ambos|ambas|los dos|las dos|tudo|os dois|as duas`,
  },
  /** Means the rows that are not named. */
  rest: {
    example: 'other geos as usual',
    words: `rest|the rest|everything else|lo demás|other|others|the others|other geos|rest of geos|остальные|остальное|остальных|решта|інші|інших|rest|übrige|andere|anderen|resto|el resto|los demás|las demás|otros|o resto|os demais|os outros|demais`,
  },
  /** Leaves open until when, so that a pause holds each day that stands. */
  forever: {
    example: 'pause brazil till further notice',
    words: `till further notice|until further notice|for good|indefinitely|until i say|till i say|until we say|until you hear|до дальнейших указаний|до отмены|до уведомления|пока не скажу|до подальшого повідомлення|до окремого повідомлення|bis auf weiteres|hasta nuevo aviso|hasta próximo aviso|até segunda ordem|até novo aviso|até aviso`,
  },
  /** May mean a part of the day. */
  part: {
    example: 'DE 15 morgen früh',
    words: `in the morning|in the evening|in the afternoon|at night|morning|evening|afternoon|night|tonight|first half|second half|half day|вечера|утра|утром|вечером|днем|днём|ночью|с утра|в обед|вранці|зранку|ввечері|увечері|вдень|вночі|früh|vormittag|nachmittag|abend|abends|morgens|mittags|por la mañana|por la tarde|por la noche|en la mañana|de manhã|à tarde|à noite|pela manhã|noon`,
  },
  /** Is no geo, and is asked which ones it means. */
  region: {
    example: 'Scandi 20 together',
    words: `scandi|scandinavia|scandis|nordics|nordic|latam|dach|benelux|gcc|mena|balkans|balkan|baltics|baltic|cis|снг|снд|eu|europe|europa|европа|європа|asia|азия|азія|africa|apac|sea|cee|ww|worldwide|english geos|eng geos|tier 1|tier1|tier 2|tier2|t1|t2|t3|скандинавия|скандинавія|скандинавию|балканы|прибалтика|латам|латина|бенилюкс|персидский залив|gulf|arab geos|arabs|islands|skandinavien|baltikum|escandinavia|escandinávia|europa del este|east europe|eastern europe|western europe|all europe`,
  },
  /** Says where leads come from. */
  channel: {
    example: 'fb, eng speakers',
    words: `fb|facebook|google|gg|native|nativ|taboola|outbrain|tiktok|tik tok|youtube|yt|seo|ppc|email|emails|sms|push|pushes|uac|search|discovery|instagram|ig|inst|bing|funnel|funnels|landing|landings|prelander|lander|offer|offers|offer id|brand|any funnel|any|immediate|quantum|speakers|speaker|speaking|eng|english|native speakers|mainly|mostly|только фб|фб|гугл|нативка|натив|воронка|воронки|лендинг|лендинги|оффер|офферы|тикток|фейсбук|фейсбука|гугла|embudo|embudos|funil|trichter|sprache|language|languages|lang|idioma`,
  },
  /** Makes what it stands in a remark beside the caps. */
  remark: {
    example: 'media buyer is sick',
    words: `colleague|no news|tracker|trackers|трекер|floor|meeting|meetings|training|trainings|event|company event|team meeting|pixel|postback|creative|creatives|criativo|criativos|creativos|креативы|крео|evening shift|day shift|night shift|morning shift|ppl|cuentas|cuenta|problema|problemas técnicos|solved|resolved|repaired|short staffed|short team|budget|presupuesto|бюджет|party|pickup|contact rate|answering|call me|call you|ring me|ring you|it guy|it guys|it team|it department|it dept|it support|it manager|it issue|it issues|it problem|tel|whatsapp|tg|quality|dialer|dialler|phones|call center|callcenter|call centre|agents|agent|sales|desk|team is|office|holiday|holidays|vacation|sick|ill|buyer|media buyer|banned|ban|accounts|account|invoice|payment|wire|paid|system|crm|server|servers|technical|tech issue|issue|issues|problem|problems|bug|api|weather|birthday|overloaded|busy|called|fixed|people|late|delay|delayed|phone|attached|stats|statistics|understaffed|shortage|queue|answer|answers|calls|calling|news|nice|bad|good quality|great quality|crazy|low|high|качество|оплатим|оплатили|оплачено|заплатим|заплатили|колл-центр|колл центр|колл|кц|операторы|оператор|менеджеры|менеджер|офис|праздник|праздники|отпуск|болеет|заболел|заболела|баер|байер|баннули|забанил|забанили|бан|кабинеты|кабинет|аккаунты|счет|оплата|инвойс|проблемы|проблема|срм|перегружены|не справляется|не справляемся|не успеваем|люди|людей|якість|операторы|оператори|менеджери|офіс|свято|свята|відпустка|хворіє|захворів|захворіла|баєр|забанили|кабінети|рахунок|проблеми|проблема|перевантажені|не встигаємо|не справляються|qualität|callcenter|mitarbeiter|büro|feiertag|urlaub|krank|rechnung|zahlung|bezahlt|zahlen|pagamos|pagado|probleme|überlastet|kapazität|calidad|centro de llamadas|agentes|agente|oficina|feriado|festivo|vacaciones|enfermo|enferma|factura|pago|problemas|abasto|damos abasto|saturados|gente|qualidade|atendentes|escritório|férias|doente|fatura|pagamento|problemas|equipe|sobrecarregado|sobrecarregados|lunch break|lunch|break|обед|перерыв|обід|перерва|mittagspause|pause mittag|almuerzo|almoço`,
  },
  /** Ends a message, with a name. */
  closing: {
    example: 'LG Tobias',
    words: `lg|vg|mfg|gruß|grüße|viele grüße|liebe grüße|schöne grüße|regards|best regards|kind regards|best|saludos|un saludo|abraço|abraços|um abraço|с уважением|з повагою|thanks|thank you|thx|toda raba|good luck|ty|tnx|cheers|gracias|danke|спасибо|спс|дякую|obrigado|obrigada|valeu`,
  },
  /** Says nothing of a cap. */
  filler: {
    example: 'Hi team, please',
    words: `please|bonne journée|bonne journée à tous|coucou|l'équipe|équipe|salut|bonsoir|bom|дать|з нашої сторони|от нашей стороны|can|you're|you are|youre|mamash|achla|добрый|talked with|spoke with|talked to|my boss|the boss|boss said|like you offered|you offered|offered me|on the call|like you said|quick|quick update|ofc|pls|plz|plss|kindly|hi|hello|hey|hiya|helo|team|guys|guy|all good|dear|dears|partner|partners|friend|friends|our friends|good morning|gm|morning team|good day|good evening|good afternoon|good night|everyone|thanks a lot|many thanks|have a nice day|have a great day|nice day|great day|day|days|bro|brother|bros|man|mate|buddy|boss|sir|dude|achi|ahi|habibi|habib|yalla|sababa|walla|neshama|kapara|kapara alaich|toda|shalom|boker tov|ya|lol|haha|hehe|btw|fyi|asap|urgent|now|right now|immediately|from now|as of now|for now|at the moment|moment|currently|until now|and|n|&|switch|turn|changed|recap|careful|asked|finally|side|early|leaves|thats|that's|making|дадим|дам|можем дать|тобто|то есть|буде|будет|yet|an|make|makes|the|is|are|be|am|will|we|i|i'm|we're|we'll|i'll|our|your|ur|my|us|me|you|u|they|have|has|having|let's|lets|let|want|wants|i want|send|sending|set|put|add pls|do|take|takes|taking|give|gives|bring|bring me|get|run|launch|push|pushing|start push|start pushing|start sending|can start|can send|can push|can take|can do|able|ready|update|updated|updating|updates|new|this|these|those|that|with|of|in|on|at|by|as|it|its|it's|so|then|but|or|and also|plan|plans|planned|planning|our plan|here|there|here are|these are|below|above|find|following|next|regarding|about the|re|for|per|via|also for|geo|geos|country|countries|numbers|number|traffic|allocation|order|orders|date|summary|after calls|after the calls|after the call|calls|list|info|notice|attention|important|valid|available|needed|possible|listen|look|how are u|how are you|hope you're well|hope you are well|dont forget|don't forget|remember|reminder|as well as|from us|from our side|on our side|our side|de nuestra parte|from you|from your side|same team|he|she|up and running|said|told|says|tomorrow's|today's|today we|for the|to the|is the|it is|its ok|no worries|no problem|no rush|worries|problem|rush|what|x|nr|no.|num|id|ids|name|total numbers|already|ftw|tonight's|again thanks|a bit|bit|little|a little|more info|agreed cap|okay team|colleagues|folks|ladies|gentlemen|gents|welcome|first|second|third|one|ones|two|three|привет|приветствую|здравствуйте|добрый день|доброе утро|добрый вечер|доброго дня|доброго времени суток|хай|ку|всем привет|всем|ребята|ребят|народ|команда|коллеги|друзья|брат|бро|братан|дорогие|уважаемые|пожалуйста|плиз|плз|пж|пжл|пжлст|пожалуста|всем спасибо|благодарю|хорошего дня|и|а|но|или|ну|вот|это|то|мы|я|вы|у нас|нам|мне|нас|наш|наши|вам|ваш|на|по|в|во|для|из|за|при|к|о|об|давайте|давай|даём|даем|даю|дайте|дай|берем|берём|беру|возьмем|возьмём|принимаем|принимать|можем|можем принять|можно|можно лить|можете|можете лить|лейте|лить|лей|льем|льём|ставим|ставьте|ставь|поставьте|поставь|поставить|ждем от вас|хотим|хочу|план|планы|планируем|капы на|апдейт|обновление|обновите|обновляем|новые|новая|новый|итоги|итог|итоги созвонов|созвон|созвонов|после созвонов|сводка|сейчас|прямо сейчас|срочно|пока|пока что|гео|страна|страны|дата|день|дня|дней|от нас|с нашей стороны|с нас|тогда|значит|короче|кстати|напоминаю|не забудьте|имейте в виду|числа|число|году|года|г|трафик|трафика|пришлите|шлите|присылайте|отправляйте|работает|работаем|в работе|всё так же|привіт|вітаю|доброго ранку|добрий день|добрий ранок|добрий вечір|усім привіт|всім привіт|всім|друзі|колеги|команда|будь ласка|будьласка|дякуємо|гарного дня|та|й|і|або|ну|ось|це|ми|я|ви|у нас|нам|нас|наші|вам|на|по|в|у|для|із|за|до вас|давайте|даємо|даю|дайте|беремо|беру|приймаємо|можемо|можемо прийняти|можна|можна лити|можете|лийте|лити|ллємо|ставимо|ставте|постав|поставте|хочемо|хочу|план|плани|плануємо|оновлення|оновіть|нові|підсумок|зараз|терміново|поки|поки що|гео|країна|країни|від нас|з нашого боку|тоді|отже|до речі|нагадую|числа|число|року|трафік|трафіку|працює|працюємо|штуки|geht|gehen|läuft|bitte|vielen dank|guten morgen|guten tag|guten abend|hallo|hi zusammen|moin|servus|liebe|leute|zusammen bitte|team|und|oder|aber|für|mit|in|im|am|an|bei|der|die|das|den|dem|des|ein|eine|einen|wir|ich|ihr|euch|uns|unser|unsere|von uns|bei uns|unsererseits|es|ist|sind|sein|werden|wollen|möchten|möchte|nehmen|nehme|machen|mache|brauchen wir|haben|geben|gebt|schickt|schicken|senden|sendet|liefern|setzen|setzt|plan|pläne|jetzt|sofort|aktuell|zur zeit|vorerst|erstmal|neu|neue|neuer|neues|dann|also|nochmal|noch|los|gerne|schönen tag|land|länder|datum|tag|tage|traffic|starten|start|dringend|übrigens|ustedes|dejamos|lo dejamos|de ustedes|vosotros|por favor|porfa|porfavor|xfa|muchas gracias|hola|buenos días|buenas tardes|buenas noches|buen día|buenas|equipo|chicos|amigo|amigos|hermano|y|e|o|u|pero|con|en|el|la|los|las|lo|un|una|unos dias|del|para|por|nosotros|nuestro|nuestra|nuestros|de nosotros|por nuestra parte|queremos|quiero|podemos|podemos mandar|podemos enviar|podemos recibir|podemos tomar|pueden|pueden enviar|pueden mandar|mandar|mandamos nosotros|manden|envíen|enviar|tomamos|tomar|recibir|recibimos hasta|dar|damos|den|poner|pongan|ponemos|ponga|plan|planes|ahora|ahora mismo|ya mismo|urgente|nuevo|nueva|nuevos|entonces|aquí|este|esta|estos|es|son|está|están|país|países|fecha|día|días|tráfico|arrancar|arrancamos|arranquen|empezamos|abran|abrimos|mañana vamos con|vamos con|vamos|va|van|por favor|vai ser|de verdade|olá|oi|bom dia|boa tarde|boa noite|pessoal|galera|time|equipe|amigo|amigos|irmão|mano|e|ou|mas|com|em|no|na|nos|nas|o|os|as|um|uma|do|para|pra|pro|por|nós|nosso|nossa|da nossa parte|queremos|quero|podemos|podemos mandar|podemos enviar|podem|podem enviar|podem mandar|mandem|enviem|enviar|mandar|pegar|pegamos|receber|recebemos até|dar|damos|colocar|coloquem|colocamos|plano|planos|agora|agora mesmo|urgente|novo|nova|novos|então|aqui|este|esta|são|está|estão|país|países|data|dia|dias|tráfego|começar|começamos|abram|abrimos|vamos|vamos com|vai|bonjour|merci|pour|смогу|сможем|s'il vous plaît|svp|et|avec|nous|vous|prêts|on est prêts|arriviamo|arriviamo a|per favore|ciao|grazie|buongiorno|proszę|dzień dobry|dziękuję|dzięki|i|cześć`,
  },
})
