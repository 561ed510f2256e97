import Papa from 'papaparse'
import { NO_TERRAIN } from './stations'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/**
 * Reads a CSV text with the columns title and humidity (and, if present, terrain).
 * Returns { refused } or { stations, skipped: [{ line, reason }] }.
 */
export function readStations(text) {
  const { data } = Papa.parse(text.replace(/^\uFEFF/, ''), { delimiter: ',', skipEmptyLines: false })
  const header = (data[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const col = { title: header.indexOf('title'), humidity: header.indexOf('humidity'), terrain: header.indexOf('terrain') }
  if (col.title < 0 || col.humidity < 0) {
    return { refused: 'The first line has to name the columns title and humidity. Nothing was imported.' }
  }

  const stations = []
  const skipped = []
  let line = 1
  data.forEach((row, index) => {
    const here = line
    // a quoted cell may run over several lines of the file
    line += 1 + row.join('').split('\n').length - 1
    if (index === 0) return
    if (row.length === 1 && row[0].trim() === '') return

    const title = (row[col.title] ?? '').trim()
    const humidity = (row[col.humidity] ?? '').trim()
    if (!title) skipped.push({ line: here, reason: 'title is missing' })
    else if (!NUMBER.test(humidity)) skipped.push({ line: here, reason: 'humidity is not a number' })
    else stations.push({ title, humidity: Number(humidity), terrain: (col.terrain >= 0 && row[col.terrain]?.trim()) || NO_TERRAIN })
  })
  return { stations, skipped }
}
