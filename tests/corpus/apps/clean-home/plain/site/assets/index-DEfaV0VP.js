const P=`
General check-up|Family medicine|95|4.5,2
Travel vaccines|Family medicine|60|5,1
Blood pressure clinic|Cardiology|40|4,3
ECG at rest|Cardiology|75|4.5,4
Stress test|Cardiology|140|3,1
Sports massage|Physical therapy|65|5,3
Posture training|Physical therapy|55|4,2
Ankle taping|Physical therapy|30|4,1
Skin check|Dermatology|85|3.5,2
Wart removal|Dermatology|70|4,1
Children's check-up|Paediatrics|50|5,2
Allergy test|Paediatrics|105|4,2
Talking therapy|Mental health|120|4.5,2
Quit smoking course|Mental health|45|3,2
X-ray|Imaging|115|0,0
Ultrasound scan|Imaging|130|4,1`,i=P.trim().split(`
`).map((t,e)=>{const[a,n,o,s]=t.split("|"),[d,m]=s.split(",").map(Number);return{id:e,title:a,department:n,fee:+o,stars:d*m,count:m,mine:0,comments:[]}});i[0].comments.push({name:"Edda",text:"In and out in half an hour."},{name:"Wim",text:"They really listen."});i[5].comments.push({name:"Carla",text:"Ouch, but then: bliss."});i[12].comments.push({name:"A.",text:"The quiet room at the end of the corridor is lovely."});const D=["10:00","12:30","15:00","17:30"],p=[],r=document.querySelector("#view"),l=t=>String(t).replace(/[&<>"']/g,e=>`&#${e.charCodeAt(0)};`),c=(t,e)=>`${t} ${e}${t===1?"":"s"}`,$=t=>String(t).padStart(2,"0"),g=(t=new Date)=>`${t.getFullYear()}-${$(t.getMonth()+1)}-${$(t.getDate())}`,y=(t=new Date)=>`${$(t.getHours())}:${$(t.getMinutes())}`,v=t=>new Date(t+"T00:00").toLocaleDateString("en-US",{month:"long",day:"numeric",year:"numeric"});let b;function S(t){const e=document.querySelector("#flash");e.textContent=t,e.classList.add("on"),clearTimeout(b),b=setTimeout(()=>e.classList.remove("on"),5e3)}const k=[["Fee, lowest first",(t,e)=>t.fee-e.fee],["Fee, highest first",(t,e)=>e.fee-t.fee],["Title, A to Z",(t,e)=>t.title.localeCompare(e.title)],["Original order",(t,e)=>t.id-e.id]];let h=3;const L=t=>{const e=t.count+(t.mine?1:0);return{n:e,avg:e?(t.stars+t.mine)/e:0}};function T(t){const{n:e,avg:a}=L(t);return`<div class="score"><b>${e?a.toFixed(1):"–"}</b> <span>(${c(e,"rating")})</span></div>
    <div class="stars">${[5,4,3,2,1].map(n=>`
      <input type="radio" name="r${t.id}" id="r${t.id}-${n}" value="${n}" data-rate="${t.id}" ${t.mine===n?"checked":""}>
      <label for="r${t.id}-${n}" title="${c(n,"star")}" aria-label="${c(n,"star")}">★</label>`).join("")}
    </div>
    <div class="mine">${t.mine?`You gave ${"★".repeat(t.mine)} (${t.mine})`:""}</div>`}function w(){const t=[...i].sort(k[h][1]);r.innerHTML=`
    <h1>Treatments <small>${i.length}</small></h1>
    <p>Pick what you need, pick a time, come round the corner. We offer ${i.length} treatments.</p>
    <div class="sorts">Sort by ${k.map(([e],a)=>`<button data-sort="${a}" class="${a===h?"on":""}" aria-pressed="${a===h}">${e}</button>`).join("")}</div>
    <table class="list">
      <thead><tr><th>Treatment</th><th>Fee</th><th>Rating</th><th></th></tr></thead>
      <tbody>${t.map(e=>`
        <tr>
          <td><strong>${l(e.title)}</strong><br><span class="dim">${l(e.department)}</span></td>
          <td class="fee">$${e.fee}</td>
          <td id="stars-${e.id}">${T(e)}</td>
          <td class="do">
            <a class="btn main" role="button" href="#book/${e.id}">Book</a>
            <button data-comments="${e.id}">${c(e.comments.length,"comment")}</button>
          </td>
        </tr>
        <tr class="talk" id="talk-${e.id}" hidden><td colspan="4"></td></tr>`).join("")}
      </tbody>
    </table>`}function u(t,e="",a="",n=""){const o=document.querySelector(`#talk-${t.id}`);o.hidden=!1,o.firstElementChild.innerHTML=`
    <h3>Comments on ${l(t.title)}</h3>
    ${t.comments.length?`<ul>${t.comments.map(s=>`<li><b>${l(s.name)}:</b> ${l(s.text)}</li>`).join("")}</ul>`:'<p class="dim">Nobody has said anything yet.</p>'}
    <form data-talk="${t.id}">
      <label>Name <input name="name" value="${l(a)}"></label>
      <label class="wide">Comment (100 characters at most) <input name="text" value="${l(n)}"></label>
      <button>Send</button>
      ${e?`<p class="error" role="alert">${e}</p>`:""}
    </form>`,document.querySelector(`[data-comments="${t.id}"]`).textContent=c(t.comments.length,"comment")}function q(t){const e=i[t.dataset.talk],a=new FormData(t),n=a.get("name").trim(),o=a.get("text").trim();if(!n)return u(e,"Please fill in your name.","",o);if(!o)return u(e,"An empty comment says nothing. Please write one.",n);if(o.length>100)return u(e,`That is too long by ${c(o.length-100,"character")}; 100 is the limit.`,n,o);e.comments.push({name:n,text:o}),u(e),S("Your comment is online.")}function M(t){r.innerHTML=`
    <a href="#">‹ All treatments</a>
    <h1>Book: ${l(t.title)}</h1>
    <p class="dim">${l(t.department)} · $${t.fee}</p>
    <form id="booking" class="card" novalidate>
      <label>Date <input type="date" name="date" min="${g()}" value=""></label>
      <fieldset><legend>Time</legend><div class="slots">
        ${D.map(n=>`<label><input type="radio" name="time" value="${n}"> <span>${n}</span></label>`).join("")}
      </div></fieldset>
      <label>Your name <input name="who" autocomplete="name"></label>
      <p class="error" role="alert" hidden></p>
      <button class="main">Book appointment</button>
    </form>`;const e=r.querySelector("form"),a=(n,o)=>p.some(s=>s.t===t&&s.date===n&&s.time===o);e.elements.date.oninput=()=>{for(const n of e.elements.time)n.nextElementSibling.textContent=n.value+(a(e.elements.date.value,n.value)?" (taken)":"")},e.onsubmit=n=>{n.preventDefault();const o=e.elements.date.value,s=e.elements.time.value,d=e.elements.who.value.trim(),m=o?o<g()?"This day is over. You cannot book in the past.":s?o===g()&&s<=y()?`It is already ${y()}. This time is in the past.`:a(o,s)?`Sorry, ${v(o)} at ${s} is already taken.`:d?"":"Please give us your name.":"Please pick a time.":"Please pick a date.",f=e.querySelector(".error");f.hidden=!m,f.textContent=m,!m&&(p.push({t,date:o,time:s,who:d}),C(),location.hash="bookings",S(`Thank you, ${d}. ${t.title} is booked.`))}}function E(){const t=[...p].sort((e,a)=>(e.date+e.time).localeCompare(a.date+a.time));r.innerHTML=`
    <a href="#">‹ All treatments</a>
    <h1>Your bookings</h1>
    ${t.length?`<ol class="tickets">${t.map(e=>`
      <li><b>${v(e.date)}, ${e.time}</b><span>${l(e.t.title)}</span><span class="dim">for ${l(e.who)} · $${e.t.fee}</span></li>`).join("")}</ol>`:"<p>There are no bookings yet.</p>"}`}function C(){document.querySelector("#bookings-link").textContent=`Bookings (${p.length})`}r.addEventListener("click",t=>{const e=t.target.closest("button");if(e!=null&&e.dataset.sort&&(h=+e.dataset.sort,w()),e!=null&&e.dataset.comments){const a=document.querySelector(`#talk-${e.dataset.comments}`);a.hidden?u(i[e.dataset.comments]):a.hidden=!0}});r.addEventListener("change",t=>{const e=t.target.dataset.rate;e!==void 0&&(i[e].mine=+t.target.value,document.querySelector(`#stars-${e}`).innerHTML=T(i[e]))});r.addEventListener("submit",t=>{t.target.dataset.talk!==void 0&&(t.preventDefault(),q(t.target))});function x(){const[t,e]=location.hash.slice(1).split("/");t==="book"&&i[e]?M(i[e]):t==="bookings"?E():w(),scrollTo(0,0)}addEventListener("hashchange",x);C();x();
