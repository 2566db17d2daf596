/** What the page that needs no server says, in both languages. */

import type { Words } from '../lib/wire'

const text = (en: string, de: string): Words => ({ en, de })

export const TEXTS = {
  loading: text('Setting up the table on this device …', 'Der Tisch wird auf diesem Gerät aufgebaut …'),
  python: text(
    'Downloading the table: {loaded} of {total} MB',
    'Der Tisch wird geladen: {loaded} von {total} MB',
  ),
  rules: text('Reading the rules …', 'Die Regeln werden gelesen …'),
  matches: text('Opening your matches …', 'Deine Partien werden geöffnet …'),

  elsewhere: text('Slugfest is open in another tab.', 'Slugfest ist in einem anderen Tab offen.'),
  elsewhereHint: text(
    'Only one tab at a time can play, so that no move is lost. Close the other one, or continue here.',
    'Damit kein Zug verloren geht, kann immer nur ein Tab spielen. Schließ den anderen oder spiel hier weiter.',
  ),
  takeOver: text('Play here', 'Hier weiterspielen'),

  unable: text('Slugfest cannot run in this browser.', 'Slugfest läuft in diesem Browser nicht.'),
  unableHint: text(
    'It needs WebAssembly and workers; every current browser has both. Some turn them off in a lockdown or private mode. You can still read the rules here, and play on a server.',
    'Dafür braucht es WebAssembly und Worker; jeder aktuelle Browser hat beides. Manche schalten sie im Schutz- oder Privatmodus ab. Die Regeln kannst du hier trotzdem lesen, und spielen auf einem Server.',
  ),

  broken: text('The table has stopped.', 'Der Tisch ist stehen geblieben.'),
  brokenHint: text(
    'Perhaps the device ran out of memory. Every move that you saw is kept: set the table up again and continue.',
    'Vielleicht ging dem Gerät der Speicher aus. Jeder Zug, den du gesehen hast, ist aufbewahrt: Bau den Tisch neu auf und spiel weiter.',
  ),
  restart: text('Set it up again', 'Neu aufbauen'),

  unkept: text('This browser saves nothing.', 'Dieser Browser speichert nichts.'),
  unkeptHint: text(
    'You can play, but your matches are gone when you close or reload this page. A private window may be the reason. Export what you want to keep.',
    'Spielen kannst du, aber deine Partien sind weg, sobald du die Seite schließt oder neu lädst. Vielleicht ist es ein privates Fenster. Exportiere, was du behalten willst.',
  ),
  full: text('This device is out of storage.', 'Auf diesem Gerät ist kein Speicherplatz mehr.'),
  fullHint: text(
    'Your last move is not saved yet, and the match waits. Delete old matches or free some space, then try again.',
    'Dein letzter Zug ist noch nicht gespeichert, und die Partie wartet. Lösch alte Partien oder schaff Platz und versuch es noch einmal.',
  ),
  cleared: text('The storage of this page was cleared.', 'Der Speicher dieser Seite wurde geleert.'),
  clearedHint: text(
    'You or your browser cleared it during the match. What is on the table is still here: export it, then set the table up again.',
    'Jemand oder der Browser hat ihn während des Spiels geleert. Was auf dem Tisch liegt, ist noch da: Exportiere es, dann bau den Tisch neu auf.',
  ),
  emptied: text('Your matches are gone from this device.', 'Deine Partien sind nicht mehr auf diesem Gerät.'),
  emptiedHint: text(
    'The browser, or someone in its settings, has cleared what this page had stored. If you have exported your matches, import them again.',
    'Der Browser oder jemand in seinen Einstellungen hat gelöscht, was diese Seite aufbewahrt hatte. Wenn du deine Partien exportiert hast, importiere sie wieder.',
  ),
  retry: text('Try again', 'Noch einmal versuchen'),
  gotIt: text('Got it', 'Verstanden'),

  newer: text('A new version is here.', 'Eine neue Version ist da.'),
  newerHint: text(
    'Update whenever you like: your matches stay as they are.',
    'Aktualisiere, wann du willst: Deine Partien bleiben, wie sie sind.',
  ),
  useNewer: text('Update now', 'Jetzt aktualisieren'),

  intro: text(
    'Against bots, or with friends around one device. Everything runs in this page: no server, no account, no advertising, and after the first visit no network.',
    'Gegen Bots oder mit Freunden an einem Gerät. Alles läuft in dieser Seite: kein Server, kein Konto, keine Werbung und nach dem ersten Besuch kein Netz.',
  ),
  here: text('On this device', 'Auf diesem Gerät'),
  offlineReady: text('Works without a network from now on.', 'Läuft ab jetzt auch ohne Netz.'),
  offlineSoon: text(
    'Once everything is downloaded, it works without a network too.',
    'Sobald alles geladen ist, läuft es auch ohne Netz.',
  ),
  offlineNever: text(
    'Without a network it only works from an https address.',
    'Ohne Netz läuft es nur von einer https-Adresse.',
  ),
  install: text('Install as an app', 'Als App installieren'),
  toDevice: text(
    'Import, export, analyse, change rules, play online',
    'Importieren, exportieren, analysieren, Regeln ändern, online spielen',
  ),

  deviceTitle: text('On this device', 'Auf diesem Gerät'),
  deviceText: text(
    'Your matches are stored in this browser and nowhere else. Clearing its data deletes them, so export them now and then.',
    'Deine Partien sind nur in diesem Browser gespeichert. Wenn du seine Daten löschst, sind sie weg: Exportiere sie ab und zu.',
  ),
  bringIn: text('Import', 'Importieren'),
  bringInText: text(
    'A record of a match, a position, the file of a changed game, or a file with all your matches from another device: drop it here, choose it, or paste its text. A record is checked move by move; then you can watch it with all cards shown. A position is set up, and the bots say what they would do.',
    'Das Protokoll einer Partie, eine Stellung, die Datei eines geänderten Spiels oder die Datei mit allen deinen Partien von einem anderen Gerät: Zieh sie hierher, wähl sie aus oder füg ihren Text ein. Ein Protokoll wird Zug für Zug geprüft; dann kannst du die Partie mit offenen Karten ansehen. Eine Stellung wird aufgebaut, und die Bots sagen, was sie tun würden.',
  ),
  bringInButton: text('Import', 'Importieren'),
  checking: text('Checking …', 'Wird geprüft …'),
  broughtIn: text('Imported and checked:', 'Importiert und geprüft:'),
  broughtNothing: text('Nothing new: you already have all of it.', 'Nichts Neues: Das hast du alles schon.'),
  openMatch: text('Open match {match}', 'Partie {match} öffnen'),
  notBroughtIn: text('Match {match} was not imported:', 'Partie {match} wurde nicht importiert:'),

  analysis: text('Analysis', 'Analyse'),
  analysisText: text(
    'Set up a position and ask the bots what they would do, and why. Drop a position file here, choose it, or paste its text. You can also come here from any moment of a replay.',
    'Bau eine Stellung auf und frag die Bots: Was würden sie tun, und warum? Zieh die Datei einer Stellung hierher, wähl sie aus oder füg ihren Text ein. Du kannst auch aus jedem Moment einer Wiederholung hierherkommen.',
  ),
  layOut: text('Set up a position', 'Stellung aufbauen'),
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
    'Make a move on the board or follow a bot, and ask again from there.',
    'Mach einen Zug auf dem Spielfeld oder folge einem Bot, und frag von dort aus weiter.',
  ),
  stepBack: text('Take the move back', 'Zug zurücknehmen'),
  happened: text('What happened', 'Was geschah'),
  nobodyDecides: text(
    'Nobody has to decide here: it is over.',
    'Hier entscheidet niemand mehr: Es ist vorbei.',
  ),

  changeText: text(
    'Change numbers or write a fighter or a card of your own, and play it. The file of a changed game (.toml) is opened here too.',
    'Ändere Zahlen oder erfinde einen eigenen Kämpfer oder eine eigene Karte, und spiel damit. Auch die Datei eines geänderten Spiels (.toml) öffnest du hier.',
  ),
  keptVersions: text('Changed games on this device:', 'Geänderte Spiele auf diesem Gerät:'),
  bigVariant: text(
    'This file is too large to be opened from here. Open it on the page of its game.',
    'Diese Datei ist zu groß, um sie von hier aus zu öffnen. Öffne sie auf der Seite ihres Spiels.',
  ),
  dropVersion: text('Remove {name}', '{name} entfernen'),

  takeAlong: text('Export everything', 'Alles exportieren'),
  takeAlongText: text(
    'One file with all your matches, running ones too, and your progress in the lessons. Anyone who has it can read what is still secret in running matches.',
    'Eine Datei mit allen Partien, auch den laufenden, und deinem Fortschritt in den Lektionen. Wer sie hat, kann lesen, was in laufenden Partien noch geheim ist.',
  ),
  takeAlongButton: text('Save the file', 'Datei speichern'),

  storage: text('How safe is it here?', 'Wie sicher ist das gespeichert?'),
  storageKept: text(
    'The browser keeps it until you delete it yourself.',
    'Der Browser behält alles, bis du es selbst löschst.',
  ),
  storageMayGo: text(
    'The browser may clear it when space runs low or you do not come back for a long time.',
    'Der Browser darf es löschen, wenn der Platz knapp wird oder du lange nicht da bist.',
  ),
  storageAsk: text('Ask the browser to keep it', 'Den Browser bitten, alles zu behalten'),
  storageUsed: text('In use: {used} MB.', 'Belegt: {used} MB.'),

  delete: text('Delete matches', 'Partien löschen'),
  deleteNone: text('There are none.', 'Es gibt keine.'),
  deleteOne: text('Delete {match}', '{match} löschen'),
  deleteSure: text('Really delete?', 'Wirklich löschen?'),

  far: text('Play online', 'Online spielen'),
  farText: text(
    'To play on several devices you need a server: one of you starts it with two commands, and everyone opens its address. If you know one, go there:',
    'Wollt ihr an mehreren Geräten spielen, braucht ihr einen Server: Jemand startet ihn mit zwei Befehlen, und alle öffnen seine Adresse. Wenn du eine kennst, geh hin:',
  ),
  farLabel: text('Address of a server', 'Adresse eines Servers'),
  farGo: text('Go there', 'Hingehen'),
  farWrong: text(
    'That is not an address. It looks like https://slugfest.example',
    'Das ist keine Adresse. So sieht eine aus: https://slugfest.example',
  ),

  fairness: text(
    'Here your device deals the cards. The fingerprint shows that the deal was fixed before the match began and that nobody changed it afterwards, and the record can be checked anywhere. It cannot prove that nobody looked into the memory of the device, or dealt again until they liked the result: around one device you have to trust the device, and each other.',
    'Hier teilt das Gerät aus. Der Fingerabdruck zeigt, dass die Verteilung vor der Partie feststand und danach nicht geändert wurde, und das Protokoll lässt sich überall prüfen. Nicht beweisen kann er, dass niemand am Gerät in dessen Speicher geschaut oder so lange neu gegeben hat, bis es passte: An einem gemeinsamen Gerät müsst ihr dem Gerät und einander vertrauen.',
  ),
  privacy: text(
    'Everything stays on this device: matches, names and settings are kept in this browser and sent nowhere. There are no cookies, no statistics and no third parties; the host of this page can see that its files were downloaded.',
    'Alles bleibt auf diesem Gerät: Partien, Namen und Einstellungen liegen in diesem Browser und werden nirgendwohin geschickt. Es gibt keine Cookies, keine Statistik und keine Dritten; wer diese Seite bereitstellt, sieht, dass ihre Dateien geholt wurden.',
  ),
} satisfies Record<string, Words>
