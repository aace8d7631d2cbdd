import { anyWord } from '#domain/kernel/fold.ts'

// Words that make another thing of a number than what a cap will be, in the languages of the field. None may look like
// a word of another one when folded: `ні` would be `hi`.

/** `no leads from DE`, `stop DE`: what stands beside them is not wanted. */
export const TAKES_AWAY = anyWord(`stop|stopped|pause|paused|close|closed|cancel|cancelled|remove|delete|off|hold|full
  |not|don't|dont|doesn't|won't|wont|can't|cant|cannot|no|none|nothing|nobody|never|neither|nor|without|w/o|zero|except
  |exclude|excluded|excluding|skip|avoid|block|blocked|disable|disabled|suspend|suspended
  |стоп|пауза|закрыть|закрыт|отмена|убрать|уберите|не|нет|нету|ни|без|никаких|никогда|ничего|ноль|нуль|кроме
  |немає|нема|жодних|ніколи|нічого|крім
  |stopp|pausieren|kein|keine|keinen|keiner|keinem|nicht|nichts|nie|niemals|ohne|null|außer
  |pausa|sin|ningún|ninguno|ninguna|nada|nunca|cero|excepto|aucun|aucune|sans|pas|jamais|rien|sauf
  |nessun|nessuno|nessuna|senza|niente|non|não|sem|nenhum|nenhuma|exceto|bez|żadnych|nigdy|fără|niciun|yok
  |geen|zonder|niet|לא|אין|בלי|ללא|بدون|لا`)

/** `no crg`: it is not the cap that is not wanted. */
export const NOT_OF_CAPS = anyWord(`hours|working hours|time|schedule|crg|cr|cpa|cpl|price|payout|flat|guarantee|problem
  |problems|worries|rush`)

/** `double DE 25`: by how much, of how many, or to what. */
export const CHANGES = anyWord(`double|doubled|triple|tripled|twice|halve|halved|half|raise|raised|increase|increased
  |reduce|reduced|decrease|decreased|lower|lowered|cut|drop|bump|boost|down|plus|minus
  |удвоить|удвой|удвойте|вдвое|в два раза|половина|половину|пополам|увеличить|увеличь|увеличьте|поднять|подними
  |поднимите|повысить|повысь|повысьте|снизить|снизь|снизьте|уменьшить|уменьши|уменьшите|сократить|сократи|сократите
  |плюс|минус|подвоїти|подвій|збільшити|збільш|зменшити|зменш|підняти|підніми|знизити|половину
  |verdoppeln|verdopple|doppelt|halbieren|halbiere|hälfte|erhöhen|erhöhe|reduzieren|reduziere|senken|senke
  |doblar|doble|duplicar|duplica|mitad|subir|sube|aumentar|aumenta|reducir|bajar|baja
  |doubler|moitié|augmenter|augmente|réduire|réduis|baisser|baisse
  |raddoppiare|raddoppia|dimezzare|dimezza|aumentare|ridurre|riduci|abbassa
  |dobrar|dobro|metade|reduzir|diminuir|podwoić|podwój|połowa|połowę|zwiększyć|zwiększ|zmniejszyć|zmniejsz`)

/** `raise DE to 25`: that says what the cap will be. */
export const UP_TO = anyWord('to|до|auf|a|à|para|do')

/** `add 10 to DE`: to what is there. `add 20 in DE` is a cap like any other. */
export const ADDS = anyWord('add|добавь|добавьте|добавить|додай|додайте')
export const ADDS_TO = anyWord('to|к|до|zu')
