/**
 * Python for the page that needs no server: `node scripts/python.mjs ENGINE TARGET`.
 *
 * Takes Pyodide from node_modules and the engine's sources from the folder ENGINE, and writes what the page's workers load
 * into TARGET: Pyodide's own two files, the standard library without what cannot work or is never used in a browser, and
 * the engine. Everything is compiled here, by the very interpreter that will run it, so that no visitor has to wait for
 * that. The packs are gzipped: the page unpacks them itself, so that a first visit is small on every host.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'

const [engine, target] = process.argv.slice(2)
if (!engine || !target) throw new Error('usage: node scripts/python.mjs ENGINE TARGET')

const pyodideFolder = new URL('../node_modules/pyodide/', import.meta.url)

/** What Python itself, Pyodide and the engine import, and what else a game that is pure Python is likely to ask for. */
const LIBRARY =
  `__future__ _collections_abc _colorize _compat_pickle _markupbase _opcode_metadata _py_abc _py_warnings
   _pyodide _sitebuiltins _strptime _threading_local _weakrefset abc annotationlib ast asyncio base64
  bisect bz2 calendar cmath codecs codeop collections colorsys compression concurrent contextlib contextvars copy copyreg csv
  dataclasses datetime decimal difflib dis email encodings enum fnmatch fractions functools genericpath glob
  graphlib gzip hashlib heapq hmac importlib inspect io json keyword linecache locale logging lzma math ntpath
  nturl2path numbers opcode operator os pathlib pickle pkgutil posixpath pprint pyodide queue quopri random re
  reprlib sched secrets selectors shlex shutil signal site socket ssl stat statistics string stringprep struct
  subprocess sysconfig tempfile textwrap threading token tokenize tomllib traceback types typing urllib uuid warnings weakref
  zipfile zipimport zlib`.split(/\s+/)
/** Parts of these that would bring in half of what is left out. */
const LEFT_OUT =
  /^(_pyrepl\/.*|unittest\/.*|ctypes\/.*|pdb|bdb|doctest|argparse|pyodide\/console|concurrent\/futures\/(process|interpreter)|asyncio\/(windows_\w+|__main__|tools)|logging\/(config|handlers)|urllib\/(request|robotparser)|json\/(tool|__main__)|sysconfig\/__main__)\.py$/
/** Of the many encodings, those of the web. */
const ENCODINGS =
  /^encodings\/(__init__|aliases|ascii|latin_1|utf_8|utf_8_sig|cp437|idna|punycode|raw_unicode_escape|unicode_escape)\./

const py = await loadPyodide({ indexURL: new URL('.', pyodideFolder).pathname })
py.FS.mkdirTree('/engine')
for (const file of filesBelow(engine)) {
  const place = `/engine/${relative(engine, file)}`
  py.FS.mkdirTree(dirname(place))
  py.FS.writeFile(place, readFileSync(file))
}
py.globals.set('library_names', py.toPy(LIBRARY))
py.globals.set(
  'is_left_out',
  (name) => LEFT_OUT.test(name) || (name.startsWith('encodings/') && !ENCODINGS.test(name)),
)
py.runPython(`
import ast, importlib.util, io, marshal, os, sys, types, zipfile

def without_docstrings(source, name):
    """Nobody reads them here, and they weigh as much as the rest. Assertions stay: they are part of the engine."""
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def varint(value):
    value = -value << 1 | 1 if value < 0 else value << 1
    while value > 63:
        yield 64 | value & 63
        value >>= 6
    yield value

def lighter(code, exact):
    """Where in its line something stands is half of what is compiled: tracebacks name the line, of the library only the
    line where a function begins. (How it is written: InternalDocs/code_objects.md of CPython.)"""
    table, previous = bytearray(), code.co_firstlineno
    for start, end, line in code.co_lines():
        line = line if exact else previous
        for at in range(start, end, 16):
            table.append(0x80 | (15 if line is None else 13) << 3 | (min(end - at, 16) >> 1) - 1)
            if line is not None:
                table += bytes(varint(line - previous))
                previous = line
    consts = tuple(lighter(const, exact) if isinstance(const, types.CodeType) else const for const in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=bytes(table))

def compiled(source, name, lines):
    code = compile(without_docstrings(source, name), name, "exec", dont_inherit=True, optimize=0)
    flags = (1).to_bytes(4, "little")  # never compared with a source
    return importlib.util.MAGIC_NUMBER + flags + bytes(8) + marshal.dumps(lighter(code, lines))

def top(name):
    return name.split("/")[0].removesuffix(".py")

def wanted(name, tops):
    return top(name) in tops and not is_left_out(name)

def asked_at_once(tree):
    """What a module imports when it is imported, not later."""
    for node in tree:
        if isinstance(node, ast.If) and "__name__" in ast.dump(node.test):
            continue  # run as a program
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, (ast.If, ast.Try)):
            yield from asked_at_once([*node.body, *node.orelse, *getattr(node, "finalbody", ())])

def with_what_they_need(given):
    """The names of LIBRARY and of all that these import at once."""
    tops, asked = set(), set(library_names)
    while asked - tops:
        new, tops = asked - tops, tops | asked
        for name in given.namelist():
            if name.endswith(".py") and wanted(name, new):
                asked.update(asked_at_once(ast.parse(given.read(name)).body))
    return tops

def put(packed, name, content):
    packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)  # stored: the whole is compressed

def library():
    made = io.BytesIO()
    with zipfile.ZipFile(f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip") as given, zipfile.ZipFile(made, "w") as packed:
        tops = with_what_they_need(given)
        for name in sorted(given.namelist()):
            if name.endswith("/") or not wanted(name, tops):
                continue
            content = given.read(name)
            if name.endswith(".py"):
                name, content = name + "c", compiled(content, name, lines=False)
            put(packed, name, content)
    return made.getvalue()

def engine():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for where, folders, names in sorted(os.walk("/engine")):
            for file in sorted(names):
                path = os.path.join(where, file)
                name = os.path.relpath(path, "/engine")
                with open(path, "rb") as opened:
                    content = opened.read()
                if name.endswith(".py"):
                    name, content = name + "c", compiled(content, name, lines=True)
                put(packed, name, content)
    return made.getvalue()
`)

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const take = (name) => py.globals.get(name)().toJs()
const lock = JSON.parse(readFileSync(new URL('pyodide-lock.json', pyodideFolder), 'utf-8'))
const files = {
  /** Which Pyodide it is; none of its packages. */
  lock: JSON.stringify({ info: lock.info, packages: {} }),
  asm: plain('pyodide.asm', 'mjs'),
  wasm: packed('pyodide.asm.wasm', readFileSync(new URL('pyodide.asm.wasm', pyodideFolder))),
  library: packed('library.zip', take('library')),
  engine: packed('engine.zip', take('engine')),
}
writeFileSync(join(target, 'python.json'), `${JSON.stringify(files, null, 1)}\n`)
process.exit(0)

/** What is not packed is what the browser loads by itself; hosts compress scripts. */
function plain(name, ending) {
  const content = readFileSync(new URL(`${name}.${ending}`, pyodideFolder))
  const file = `${name}-${hashOf(content)}.${ending}`
  writeFileSync(join(target, file), content)
  return { name: file, bytes: content.length }
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 10)
}

/** Named for its content; hosts that would unpack a .gz on the way leave a .bin alone. */
function packed(name, content) {
  const small = gzipSync(content, { level: 9 })
  const file = `${name}-${hashOf(content)}.bin`
  writeFileSync(join(target, file), small)
  return { name: file, bytes: small.length }
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === '__pycache__' ? [] : filesBelow(path)
      return [path]
    })
}
