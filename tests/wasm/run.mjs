/**
 * Run a Python script in the Python of a page, without a browser: `node run.mjs PYODIDE ENGINE SCRIPT [FOLDER ...]`.
 *
 * PYODIDE is the npm package's folder, ENGINE what the page would load, and the script is called with the folders, which it
 * may only read. What it prints is printed; a fault ends with its traceback and status 1.
 */

import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

const [pyodide, engine, script, ...folders] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href)
const py = await loadPyodide({ indexURL: `${pyodide}/`, stdout: (line) => console.log(line) })

const mount = (folder, place) => {
  py.FS.mkdirTree(place)
  py.FS.mount(py.FS.filesystems.NODEFS, { root: folder }, place)
  return place
}
mount(engine, '/engine')
const places = folders.map((folder, index) => mount(folder, `/given/${index}/${basename(folder)}`))
py.FS.mkdirTree('/script')
mount(script.slice(0, -basename(script).length), '/script')
py.globals.set('arguments', py.toPy([`/script/${basename(script)}`, ...places]))
try {
  py.runPython(`
import runpy, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/engine")
sys.argv = list(arguments)
runpy.run_path(sys.argv[0], run_name="__main__")
`)
} catch (fault) {
  console.error(String(fault))
  process.exit(1)
}
process.exit(0)
