/** What the page that needs no server says, in both languages. */

import type { Words } from '../lib/wire'

const text = (en: string, de: string): Words => ({ en, de })

export const TEXTS = {
  loading: text('The table is being set up on this device …', 'Der Tisch wird auf diesem Gerät aufgebaut …'),
  python: text(
    'Fetching the table: {loaded} of {total} MB',
    'Der Tisch wird geholt: {loaded} von {total} MB',
  ),
  rules: text('Reading the rules …', 'Die Regeln werden gelesen …'),
  matches: text('Opening your matches …', 'Deine Partien werden geöffnet …'),

  elsewhere: text('Slugfest is open in another tab.', 'Slugfest ist in einem anderen Tab offen.'),
  elsewhereHint: text(
    'One tab at a time has the table, so that no move is lost. Close the other one, or go on here.',
    'Den Tisch hat immer nur ein Tab, damit kein Zug verloren geht. Schließ den anderen oder spiel hier weiter.',
  ),
  takeOver: text('Play here', 'Hier weiterspielen'),

  unable: text('This browser cannot run the table.', 'Dieser Browser kann den Tisch nicht aufbauen.'),
  unableHint: text(
    'It needs WebAssembly and workers; every current browser has both. Some turn them off in a lockdown or private mode. You can read the rules here all the same, and play on a server.',
    'Dafür braucht es WebAssembly und Worker; jeder aktuelle Browser hat beides. Manche schalten sie im Schutz- oder Privatmodus ab. Die Regeln kannst du hier trotzdem lesen, und spielen auf einem Server.',
  ),

  broken: text('The table has stopped.', 'Der Tisch ist stehen geblieben.'),
  brokenHint: text(
    'Perhaps the device ran out of memory. Every move that you saw is kept: set it up again and go on.',
    'Vielleicht ging dem Gerät der Speicher aus. Jeder Zug, den du gesehen hast, ist aufbewahrt: Bau ihn neu auf und spiel weiter.',
  ),
  restart: text('Set it up again', 'Neu aufbauen'),

  unkept: text('This browser keeps nothing.', 'Dieser Browser bewahrt nichts auf.'),
  unkeptHint: text(
    'You can play, but your matches are gone when you close or reload this page. A private window may be the reason. Export what you want to keep.',
    'Spielen kannst du, aber deine Partien sind weg, sobald du die Seite schließt oder neu lädst. Vielleicht ist es ein privates Fenster. Exportiere, was du behalten willst.',
  ),
  full: text('There is no room left on this device.', 'Auf diesem Gerät ist kein Platz mehr.'),
  fullHint: text(
    'Your last move is not kept yet, and the match waits. Delete old matches or free some space, then try again.',
    'Dein letzter Zug ist noch nicht aufbewahrt, und die Partie wartet. Lösch alte Partien oder schaff Platz und versuch es noch einmal.',
  ),
  cleared: text('The storage of this page was taken away.', 'Der Speicher dieser Seite wurde weggenommen.'),
  clearedHint: text(
    'Somebody or the browser has cleared it while you played. What is on the table is still here: export it, then set the table up again.',
    'Jemand oder der Browser hat ihn während des Spiels geleert. Was auf dem Tisch liegt, ist noch da: Exportiere es, dann bau den Tisch neu auf.',
  ),
  emptied: text('Your matches are gone from this device.', 'Deine Partien sind nicht mehr auf diesem Gerät.'),
  emptiedHint: text(
    'The browser, or somebody with its settings, has cleared what this page had kept. If you have exported your matches, import them again.',
    'Der Browser oder jemand in seinen Einstellungen hat gelöscht, was diese Seite aufbewahrt hatte. Wenn du deine Partien exportiert hast, importiere sie wieder.',
  ),
  retry: text('Try again', 'Noch einmal versuchen'),
  gotIt: text('Got it', 'Verstanden'),

  newer: text('A new version is here.', 'Eine neue Version ist da.'),
  newerHint: text(
    'Use it when it suits you: your matches come along as they stand.',
    'Nimm sie, wann es dir passt: Deine Partien kommen mit, wie sie stehen.',
  ),
  useNewer: text('Use it now', 'Jetzt nehmen'),

  intro: text(
    'Against bots, or several of you around one device. It all runs in this page: no server, no account, no advertising, and after the first visit no network.',
    'Gegen Bots oder zu mehreren um ein Gerät. Alles läuft in dieser Seite: kein Server, kein Konto, keine Werbung und nach dem ersten Besuch kein Netz.',
  ),
  here: text('On this device', 'Auf diesem Gerät'),
  offlineReady: text('Works without a network from now on.', 'Läuft ab jetzt auch ohne Netz.'),
  offlineSoon: text(
    'As soon as everything is here, it works without a network, too.',
    'Sobald alles da ist, läuft es auch ohne Netz.',
  ),
  offlineNever: text(
    'Without a network it only works from an https address.',
    'Ohne Netz läuft es nur von einer https-Adresse.',
  ),
  install: text('Install as an app', 'Als App installieren'),
  toDevice: text(
    'Bring in, take along, analyse, play with friends far away',
    'Hereinholen, mitnehmen, analysieren, mit Freunden in der Ferne spielen',
  ),

  deviceTitle: text('On this device', 'Auf diesem Gerät'),
  deviceText: text(
    'Your matches are kept in this browser and nowhere else. Whoever clears its data deletes them: take them along now and then.',
    'Deine Partien liegen in diesem Browser und sonst nirgends. Wer seine Daten löscht, löscht auch sie: Nimm sie ab und zu mit.',
  ),
  bringIn: text('Bring something in', 'Etwas hereinholen'),
  bringInText: text(
    'A record of a match, a position, or a file with all your matches from another device: drop it here, choose it, or paste its text. A record is checked move by move; then you can watch it again with all cards shown. A position is laid out, and the bots say what they would do.',
    'Das Protokoll einer Partie, eine Stellung oder die Datei mit allen deinen Partien von einem anderen Gerät: Zieh sie hierher, wähl sie aus oder füg ihren Text ein. Ein Protokoll wird Zug für Zug geprüft; dann kannst du die Partie mit offenen Karten ansehen. Eine Stellung wird aufgebaut, und die Bots sagen, was sie tun würden.',
  ),
  chooseFile: text('Choose a file', 'Datei wählen'),
  pasteLabel: text('Or paste the text', 'Oder füg den Text ein'),
  bringInButton: text('Bring it in', 'Hereinholen'),
  checking: text('Being checked …', 'Wird geprüft …'),
  broughtIn: text('Brought in and checked:', 'Hereingeholt und geprüft:'),
  broughtNothing: text(
    'Nothing new in it: all of that is here already.',
    'Nichts Neues darin: Das ist alles schon da.',
  ),
  openMatch: text('Open match {match}', 'Partie {match} öffnen'),
  notBroughtIn: text('Match {match} was not brought in:', 'Partie {match} wurde nicht hereingeholt:'),

  analysis: text('Analysis', 'Analyse'),
  analysisText: text(
    'Lay out a position and ask the bots: what would they do, and why? Drop the document of a position here, choose it, or paste its text. From a replay every moment leads here, too.',
    'Bau eine Stellung auf und frag die Bots: Was würden sie tun, und warum? Zieh das Dokument einer Stellung hierher, wähl es aus oder füg seinen Text ein. Auch aus einer Wiederholung führt jeder Moment hierher.',
  ),
  layOut: text('Lay out a position', 'Stellung aufbauen'),
  another: text('Another position', 'Andere Stellung'),
  savePosition: text('Save this position', 'Diese Stellung speichern'),
  analyseHere: text('What would the bots do here?', 'Was würden die Bots hier tun?'),
  everything: text('Everything', 'Alles'),
  botsFor: text('What would the bots do for {name}?', 'Was würden die Bots für {name} tun?'),
  thinks: text('is thinking …', 'denkt nach …'),
  stopThinking: text('Stop', 'Anhalten'),
  stopped: text('stopped', 'angehalten'),
  thinkAgain: text('Ask again', 'Noch einmal fragen'),
  tried: text('tried {n} times', '{n}-mal geprüft'),
  playThis: text('Play this', 'So spielen'),
  playOn: text(
    'Make a move on the board or follow a bot, and ask on from there.',
    'Mach einen Zug auf dem Brett oder folge einem Bot, und frag von dort aus weiter.',
  ),
  stepBack: text('Take the move back', 'Zug zurücknehmen'),
  happened: text('What happened', 'Was geschah'),
  nobodyDecides: text(
    'Nobody has to decide here: it is over.',
    'Hier entscheidet niemand mehr: Es ist vorbei.',
  ),

  takeAlong: text('Take everything along', 'Alles mitnehmen'),
  takeAlongText: text(
    'One file with all matches, running ones as well, and how far you are in the lessons. Whoever has it can read what is still secret in running matches.',
    'Eine Datei mit allen Partien, auch den laufenden, und wie weit du in den Lektionen bist. Wer sie hat, kann lesen, was in laufenden Partien noch geheim ist.',
  ),
  takeAlongButton: text('Save the file', 'Datei speichern'),

  storage: text('How safe is it here?', 'Wie sicher liegt das hier?'),
  storageKept: text(
    'The browser has promised to keep it until you delete it yourself.',
    'Der Browser hat versprochen, es aufzubewahren, bis du es selbst löschst.',
  ),
  storageMayGo: text(
    'The browser may clear it when space gets short or you stay away for long.',
    'Der Browser darf es löschen, wenn der Platz knapp wird oder du lange nicht da bist.',
  ),
  storageAsk: text('Ask the browser to keep it', 'Den Browser bitten, es aufzubewahren'),
  storageUsed: text('In use: {used} MB.', 'Belegt: {used} MB.'),

  delete: text('Delete matches', 'Partien löschen'),
  deleteNone: text('There is none.', 'Es gibt keine.'),
  deleteOne: text('Delete {match}', '{match} löschen'),
  deleteSure: text('Really delete?', 'Wirklich löschen?'),

  far: text('Friends far away', 'Freunde in der Ferne'),
  farText: text(
    'Whoever sits at another device needs a server between you: somebody runs one with two commands, and everybody opens its address. If you know one, go there:',
    'Wer an einem anderen Gerät sitzt, braucht einen Server dazwischen: Jemand startet einen mit zwei Befehlen, und alle öffnen seine Adresse. Wenn du eine kennst, geh hin:',
  ),
  farLabel: text('Address of a server', 'Adresse eines Servers'),
  farGo: text('Go there', 'Hingehen'),
  farWrong: text(
    'That is not an address. It looks like https://slugfest.example',
    'Das ist keine Adresse. So sieht eine aus: https://slugfest.example',
  ),

  fairness: text(
    'Here the device deals for itself. The fingerprint shows that the deal was fixed before the match began and that nobody changed it afterwards, and the record can be checked anywhere. It cannot prove that whoever holds the device has not looked into its memory, or dealt until they liked it: around one device you trust the device, and each other.',
    'Hier gibt das Gerät sich selbst die Karten. Der Fingerabdruck zeigt, dass die Verteilung vor der Partie feststand und danach nicht geändert wurde, und das Protokoll lässt sich überall prüfen. Nicht beweisen kann er, dass niemand am Gerät in dessen Speicher geschaut oder so lange neu gegeben hat, bis es passte: Rund um ein Gerät traut ihr dem Gerät und einander.',
  ),
  privacy: text(
    'Everything stays on this device: matches, names and settings are kept in this browser and sent nowhere. There are no cookies, no statistics and no third parties; the host of this page sees that its files were fetched.',
    'Alles bleibt auf diesem Gerät: Partien, Namen und Einstellungen liegen in diesem Browser und werden nirgendwohin geschickt. Es gibt keine Cookies, keine Statistik und keine Dritten; wer diese Seite bereitstellt, sieht, dass ihre Dateien geholt wurden.',
  ),
} satisfies Record<string, Words>
