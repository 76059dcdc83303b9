import type { LanguageLexicon } from './language-lexicon.ts';

export const spanishLexicon: LanguageLexicon = {
  events: `
comprar, compra, compre, compró, adquirir, adquiere, adquiera, adquisición, adquirió, hacerse con, absorber, OPA; se hace con, se hizo con, toma el control, toma, absorción, se queda con, controla
fusión, fusionar, fusionarse; integración, unirse
participación, entrar en el capital; accionista, acciones, entra en el capital, capital
vender, venta, vende, vendió, vendido; desprende, traspasa, desinversión, desinvierte
quiebra, bancarrota, concurso de acreedores, insolvencia, insolvente, suspensión de pagos, quebrar; preconcurso, liquidación, acreedores, quiebras
despido, despedir, despidos, ERE, recorte de plantilla, despide, recorte de empleos, recortar empleos; suprime, suprimirá, recorta empleos, recorte de puestos, recorta plantilla, reduce plantilla, elimina puestos, despedirá, prescinde
huelga, paro, paros, huelguista; paran, parar, huelguistas, cese de actividades, convocan
retirada, retirar del mercado, llamada a revisión, retirar, retira; retirados, revisión, llama a revisión, alerta
demanda, demandar, querella, demandó, pleito; denuncia, tribunales, litigio, juicio
multa, multar, sanción, sancionar, multas; sanciona, sancionado, multado, penalización, pagar
embargo, sanciones, sancionar; castigo, bloqueo
subir, sube, suba, alza, aumento, aumentar, aumenta, elevar, eleva, incremento, incrementar, subida, suben; crece, dispara, repunta, repunte, avanza, encarece, subió, crecer
bajar, baja, rebajar, recortar, recorta, recorte, reducir, reduce, reducción, caer, cae, caída, descenso, bajada, rebaja, bajan; desploma, cayó, retrocede, hunde, disminuye, bajó, menos
dimisión, dimitir, dimite, renuncia, renunciar, cese, dimita, destituir; deja, abandona, destituido, cesado, dimitió, destitución
nombrar, nombra, nombramiento, designar, nombre, nombrado, designa; releva, sustituye, asume, nuevo presidente, relevo, toma posesión
accidente, choque, descarrilamiento, colisión, descarrilar; choca, chocan, descarrila, siniestro, estrella, vuelco
cerrar, cierre, cierra, cierren, clausura; clausurar, echa el cierre, cese, clausuran
aprobar, aprobación, autorizar, autorización, luz verde, aprueba, autoriza; visto bueno, avala, permite, ratifica
rechazar, rechazo, rechaza, denegar; deniega, veta, desestima, tumba
prohibir, prohibición, prohíbe, vetar; veto, veta, ilegaliza
condena, condenar, sentencia, fallo, condenado; culpable, cárcel, prisión, juez, tribunal
imputar, imputación, investigar, imputado, investigación, procesar; investigado, fiscalía, acusado, acusa
detención, detener, detenido, arresto, detienen; detenidos, arrestado, captura, arrestan
elecciones, elección, votación, comicios; urnas, votantes, votos, referéndum, electoral
tormenta, huracán, ciclón, tifón, temporal, borrasca; vendaval, tornado, lluvias
terremoto, sismo, seísmo, temblor; magnitud, temblores, tiembla
inundación, inundaciones, riada; anegado, desbordamiento, inunda
incendio, incendios, fuego; llamas, arde, quemado
incendio forestal, incendios forestales, fuego forestal; incendio, hectáreas
explosión, explotar, explota; estallido, detonación, estalla
atentado, ataque, atacar, tiroteo; bomba, asalto
contrato, adjudicación, pedido, adjudicar; adjudica, gana, licitación, concurso, encargo, contratos
acuerdo, pacto, tratado, acordar; firma, firman, pacta, convenio
lanzar, lanzamiento, presentar; presenta, lanza, estrena
salida a bolsa, OPV; debuta en bolsa, debut bursátil
ciberataque, hackeo, filtración de datos, pirateo; hackers, piratas, ransomware, datos robados
apagón, corte de luz, corte eléctrico; sin luz, sin electricidad
`,
  things: `
dividendo; reparto, retribución
beneficio, ganancia, ganancias, beneficios, utilidades; gana, ganó, resultado, ganará
pérdida, pérdidas, números rojos; pierde, perdió, déficit
arancel, aranceles, arancelario; gravamen, impuesto, tasa
tipos de interés, tipo de interés, tasa de interés, tasas de interés; tipos, tasa, puntos básicos, tasas
banco central; BCE, Reserva Federal, Fed, Banxico
consejero delegado, director general, presidente, CEO, director ejecutivo; presidenta, directora, directivo
ministro, ministra, primer ministro; gabinete, cartera
inflación, IPC, precios al consumo; encarecimiento
desempleo, parados; paro registrado
médicos, médico, facultativos, médica; sanitarios, residentes, hospitales
fábrica, planta, factoría, plantas, fábricas; instalaciones, nave
banco, bancos, entidad bancaria, banca; caja, entidad
aseguradora, seguros; reaseguradora
aerolínea, compañía aérea; Iberia, vuelos
mina, minas; minería, minera, yacimiento
`,
  countries: `
ES español, española; Madrid, Barcelona, Bilbao, Valencia, Sevilla, Zaragoza, Málaga
PT portugués, portuguesa, luso; Lisboa, Oporto
FR francés, francesa, galo; París
DE alemán, alemana; Berlín, Múnich, Fráncfort
GB británico, británica, inglés, Gran Bretaña, Inglaterra; Londres
IT italiano, italiana; Roma, Milán
IE irlandés; Dublín
BE belga; Bruselas
NL neerlandés, holandés, Holanda; Ámsterdam
CH suizo, suiza; Zúrich, Ginebra
AT austriaco; Viena
PL polaco; Varsovia
CZ checo; Praga
HU húngaro; Budapest
RO rumano; Bucarest
GR griego, griega; Atenas
SE sueco, sueca; Estocolmo
NO noruego, noruega; Oslo
DK danés, danesa; Copenhague
FI finlandés; Helsinki
UA ucraniano, ucraniana; Kiev
RU ruso, rusa; Moscú, Kremlin
TR turco, turca; Ankara, Estambul
US estadounidense, norteamericano, EE UU, EE.UU., EEUU, Estados Unidos; Washington, Nueva York
CA canadiense; Ottawa
MX mexicano, mexicana, México; Ciudad de México, Monterrey, Guadalajara
CO colombiano, colombiana; Bogotá, Medellín
AR argentino, argentina; Buenos Aires
CL chileno, chilena; Santiago de Chile
PE peruano, peruana; Lima
VE venezolano, venezolana; Caracas
EC ecuatoriano, ecuatoriana; Quito
BO boliviano, boliviana; La Paz
UY uruguayo, uruguaya; Montevideo
PY paraguayo, paraguaya; Asunción
BR brasileño, brasileña; Brasilia, São Paulo
CU cubano, cubana; La Habana
PA panameño, panameña
CR costarricense
GT guatemalteco, guatemalteca
HN hondureño, hondureña
NI nicaragüense; Managua
SV salvadoreño, salvadoreña
DO dominicano, dominicana
CN chino, china; Pekín, Shanghái
JP japonés, japonesa; Tokio
KR surcoreano, surcoreana; Seúl
KP norcoreano
IN indio, india; Delhi
AU australiano; Sídney
IL israelí; Tel Aviv
IR iraní; Teherán
IQ iraquí
SA saudí; Riad
EG egipcio, egipcia; El Cairo
MA marroquí; Rabat
DZ argelino; Argel
ZA sudafricano
NG nigeriano
`,
  regions: `
Europa, europeo, europea: europe
Europa del Este: easternEurope
Escandinavia, escandinavo, nórdico: nordic
países bálticos, báltico: baltic
Asia, asiático, asiática: asia
Sudeste Asiático: southeastAsia
África, africano, africana: africa
norte de África, Magreb, magrebí: northAfrica
América Latina, Latinoamérica, latinoamericano, latinoamericana, Iberoamérica: latinAmerica
América del Sur, Sudamérica, sudamericano, sudamericana, Suramérica: southAmerica
Centroamérica, centroamericano, América Central: centralAmerica
Norteamérica, América del Norte: northAmerica
Oriente Medio, Oriente Próximo: middleEast
países del Golfo: gulf
países árabes, árabe: arab
`,
  generalWords: `
    empresa empresas declarado presenta compañía compañías grupo grupos firma firmas sociedad sociedades país países
    Estado gobierno autoridad autoridades persona personas gente gran grande grandes anuncia anunciar
    anuncie anuncian nuevo nueva nuevos nuevas año años mes meses semana día hecho tema caso casos
    sector mundo mundial internacional alguien cosa importante decide decida haya hay planea ciudad
  `,
  negations: `
    no ni nunca jamás descarta descartar desmiente desmintió niega negó renuncia evita sin tampoco desconvoca
    desconvocan absuelto
  `,
};
