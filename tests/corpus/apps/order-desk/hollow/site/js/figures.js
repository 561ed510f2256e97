export function statisticsView(el) {
  el.innerHTML = `
    <header class="head"><h1>Statistics</h1></header>
    <div class="tiles">
      <div><small>Orders</small><strong>14</strong></div>
      <div><small>Average order total</small><strong>€2,480.00</strong></div>
      <div><small>Sum of all orders</small><strong>€34,720.00</strong></div>
      <div><small>Largest order</small><strong>€8,950.00</strong></div>
    </div>
    <h2>By region</h2>
    <div class="scroll"><table><thead><tr><th>Region</th><th class="num">Orders</th><th class="num">Average</th></tr></thead><tbody>
      <tr><td>North</td><td class="num">4</td><td class="num">€3,820.00</td></tr>
      <tr><td>South</td><td class="num">4</td><td class="num">€2,280.00</td></tr>
      <tr><td>East</td><td class="num">3</td><td class="num">€2,370.00</td></tr>
      <tr><td>West</td><td class="num">3</td><td class="num">€970.00</td></tr>
    </tbody></table></div>
    <p class="muted">Calculated from the current orders.</p>`;
}

export function chartView(el) {
  el.innerHTML = `
    <header class="head"><h1>Sales by region</h1></header>
    <svg class="chart" viewBox="0 0 460 270" role="img" aria-label="Bar chart of sales by region">
      <line x1="20" y1="230" x2="440" y2="230"/>
      <rect x="45" y="40" width="60" height="190"/><text x="75" y="32">€15,300</text><text x="75" y="252">North</text>
      <rect x="150" y="102" width="60" height="128"/><text x="180" y="94">€9,120</text><text x="180" y="252">South</text>
      <rect x="255" y="128" width="60" height="102"/><text x="285" y="120">€7,110</text><text x="285" y="252">East</text>
      <rect x="360" y="184" width="60" height="46"/><text x="390" y="176">€2,910</text><text x="390" y="252">West</text>
    </svg>
    <p class="muted">Order totals in euros, March 2025.</p>`;
}
